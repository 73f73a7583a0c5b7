import { QueryObserver } from '@tanstack/react-query';
import { folderCalls } from '../../api/folderCalls.ts';
import { orderCalls } from '../../api/orderCalls.ts';
import { fakeApi } from '../../testing/fakeApi.ts';
import { send } from '../session/send.ts';
import { queryClient, refetch } from './queryClient.ts';
import { queryOptions, prefetchCall } from './useCall.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));
const months = [{ process_month: 'Jan' as const, count: 4 }];

afterEach(() => queryClient.clear());

/** A list on screen. `asked` has a function for each request, to answer that request. */
function listOnScreen() {
  const asked: ((rows: string) => void)[] = [];
  const list = new QueryObserver(queryClient, {
    queryKey: ['newOrder', 'a list'],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  const leave = list.subscribe(() => {});
  return { asked, leave, shown: () => list.getCurrentResult().data };
}

test('a first fetch in flight is restarted: its answer may predate the change', async () => {
  const { asked, leave, shown } = listOnScreen();
  void refetch({ queryKey: ['newOrder'] });
  await settle();
  expect(asked).toHaveLength(2);
  asked[0]!('none');
  asked[1]!('all of them');
  await settle();
  expect(shown()).toBe('all of them');
  expect(asked).toHaveLength(2);
  leave();
});

test('a loaded list is refetched once, and keeps its rows until then', async () => {
  const { asked, leave, shown } = listOnScreen();
  asked[0]!('none');
  await settle();
  void refetch({ queryKey: ['newOrder'] });
  await settle();
  expect(asked).toHaveLength(2);
  expect(shown()).toBe('none');
  leave();
});

const { queryKey } = queryOptions(folderCalls.futureMonths, {});
const apiWithMonths = () =>
  fakeApi()
    .on(folderCalls.futureMonths, () => ({ data: months }))
    .on(orderCalls.assign, () => ({ data: { done: [], failed: [], actionId: null } }));
const change = () => send(orderCalls.assign, { orderId: ['100001'], assignto: '' });

test('a fresh prefetch is not repeated, but one from before a change is', async () => {
  const api = apiWithMonths();
  await prefetchCall(folderCalls.futureMonths, {});
  await prefetchCall(folderCalls.futureMonths, {});
  expect(api.to(folderCalls.futureMonths)).toHaveLength(1);
  await change();
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  await prefetchCall(folderCalls.futureMonths, {});
  expect(api.to(folderCalls.futureMonths)).toHaveLength(2);
});

test('a prefetch in flight during a change is cancelled', async () => {
  const api = apiWithMonths().on(folderCalls.futureMonths, () => 'never');
  const read = prefetchCall(folderCalls.futureMonths, {});
  await change();
  await read;
  expect(api.to(folderCalls.futureMonths)[0]!.signal.aborted).toBe(true);
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});
