import { QueryObserver } from '@tanstack/react-query';
import { askEarly, takeEarly } from '../../api/earlyAnswers.ts';
import { askAnew } from './askAnew.ts';
import { queryClient } from './queryClient.ts';

const queryKey = ['newOrder'];
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A list on screen; `answer` gives it what it has asked for last. */
function listOnScreen() {
  const asked: ((rows: string) => void)[] = [];
  const list = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  const leave = list.subscribe(() => {});
  return { asked, leave, shown: () => list.getCurrentResult().data };
}

afterEach(() => queryClient.clear());

test('a list that is being read for the first time is read once more: its answer may be from before', async () => {
  const { asked, leave, shown } = listOnScreen();
  askAnew({ queryKey });
  asked[0]!('none');
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]!('all of them');
  await settle();
  expect(shown()).toBe('all of them');
  expect(asked).toHaveLength(2);
  leave();
});

test('a list that is there is read anew at once, and once', async () => {
  const { asked, leave } = listOnScreen();
  asked[0]!('none');
  await settle();
  askAnew({ queryKey });
  await settle();
  expect(asked).toHaveLength(2);
  leave();
});

test('what was asked for early is not taken any more, also where there is no list yet', async () => {
  globalThis.fetch = () => Promise.resolve(new Response('{}'));
  await askEarly('http://localhost/api/list');
  askAnew({ queryKey });
  expect(takeEarly('http://localhost/api/list', {})).toBeNull();
});
