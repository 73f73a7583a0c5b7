import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { folderCalls } from '../../api/folderCalls.ts';
import { type BulkResult, orderCalls } from '../../api/orderCalls.ts';
import { fakeApi, tokenOf, type FakeReply } from '../../testing/fakeApi.ts';
import { folderCountsOf } from '../../testing/folderCountsOf.ts';
import { queryClient } from '../calls/queryClient.ts';
import { signedIn, signOut } from '../session/session.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { toastSuccess } from '../toasts/toasts.ts';
import {
  recordAction,
  takeRestoredOrder,
  removeAction,
  mailToastId,
  clearUndo,
  undoToastOptions,
  undoLatest,
  useUndo,
} from './undo.ts';

const action = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';
const newer = '0c1f4a55-5c5e-4f2c-8a43-7f4f7f0f6b11';
const why = 'Undo is no longer possible: Tia Team moved 100471 to Pending at 10:31.';

type Undo = typeof orderCalls.undo;
type UndoLatest = typeof orderCalls.undoLatest;

/** An API with these answers to an Undo of an action and to `Z`. */
const apiThat = ({ undo, latest }: { undo?: () => FakeReply<Undo>; latest?: () => FakeReply<UndoLatest> }) => {
  const api = fakeApi().on(folderCalls.folderCounts, () => ({ data: folderCountsOf() }));
  if (undo) api.on(orderCalls.undo, undo);
  if (latest) api.on(orderCalls.undoLatest, latest);
  return api;
};
const back = (message: string, data: Partial<BulkResult> = {}) => ({
  message,
  data: { done: ['100471'], failed: [], actionId: null, ...data },
});
const latestBack = (message: string, actionId = action) => ({
  message,
  data: { ...back('').data, undone: { actionId } },
});
const keysOf = (asked: { headers: Headers }[]) => asked.map(({ headers }) => headers.get('Idempotency-Key'));

function done(words = '3 deleted', actionId = action) {
  act(() => void toastSuccess(words, undoToastOptions(actionId)));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  act(() => {
    toast.remove();
    signOut();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
  });
  queryClient.clear();
  render(<Toaster />);
});

test('Undo in the toast takes the action back once, says so, and lists, order and counts are fetched again', async () => {
  const api = apiThat({ undo: () => back('Undone. Order 100471 is back in New.') });
  queryClient.setQueryData(['newOrder', 'list', 10, 1], 'a page');
  queryClient.setQueryData(['order', '100471'], 'an order');
  done();
  await press('Undo');
  expect(await screen.findByText('Undone. Order 100471 is back in New.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  const undone = api.to(orderCalls.undo);
  expect(undone.map(({ body }) => body)).toEqual([{ actionId: action }]);
  expect(keysOf(undone)[0]).toBeTruthy();
  expect(queryClient.getQueryState(['newOrder', 'list', 10, 1])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(['order', '100471'])?.isInvalidated).toBe(true);
  await waitFor(() => expect(api.recorded.at(-1)!.call).toBe(folderCalls.folderCounts));
  expect(useUndo.getState()).toMatchObject({ actions: [], restored: { orderIds: ['100471'] } });
});

test('Z takes back what the API says is the newest, in the place of its toast', async () => {
  const api = apiThat({ latest: () => latestBack('Undone. 3 orders restored') });
  done('3 deleted');
  act(undoLatest);
  expect(await screen.findByText('Undone. 3 orders restored')).toBeInTheDocument();
  expect(screen.queryByText('3 deleted')).not.toBeInTheDocument();
  expect(api.to(orderCalls.undoLatest).map(({ body }) => body)).toEqual([{}]);
});

test('with nothing to undo, or while a bulk is at work, Z tells what the API says', async () => {
  apiThat({ latest: () => ({ message: 'There is nothing to undo.', data: null }) });
  act(undoLatest);
  expect(await screen.findByRole('status')).toHaveTextContent('There is nothing to undo.');
});

test('a mail that Z takes back is told where its Undo stood, and its order is fetched again', async () => {
  const message = 'The email was taken back. Its document was withdrawn.';
  const undone = { mailId: 13, orderId: '100471' };
  apiThat({ latest: () => ({ message, data: { done: [], failed: [], actionId: null, undone } }) });
  queryClient.setQueryData(['order', '100471'], 'an order');
  act(() => void toastSuccess('Document uploaded.', { id: mailToastId(13) }));
  act(undoLatest);
  const told = await screen.findByText(message);
  expect(told.closest('[role=status]')).toHaveTextContent('Order 100471');
  expect(screen.queryByText('Document uploaded.')).not.toBeInTheDocument();
  expect(useUndo.getState().cancelledMails).toEqual([13]);
  expect(queryClient.getQueryState(['order', '100471'])?.isInvalidated).toBe(true);
});

test('what somebody changed since stays, with the reason', async () => {
  apiThat({ undo: () => ({ httpStatus: 409, message: why }) });
  done();
  await press('Undo');
  expect(await screen.findByRole('alert')).toHaveTextContent(why);
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('taken back in part, it counts both and says why', async () => {
  const part = { done: ['100472'], failed: [{ orderId: '100471', message: why, by: 'Tia Team' }] };
  apiThat({ undo: () => back('Undone. 1 order restored, 1 changed later by Tia Team', part) });
  done();
  await press('Undo');
  const told = await screen.findByRole('status');
  expect(told).toHaveTextContent('Undone. 1 order restored, 1 changed later by Tia Team');
  expect(told).toHaveTextContent(why);
});

test.each([['Undo'], ['Z']])('when %s is not answered, it is tried again with the same key', async (how) => {
  let reachable = false;
  const api = apiThat({
    undo: () => (reachable ? back('Taken back') : 'unreachable'),
    latest: () => (reachable ? latestBack('Taken back') : 'unreachable'),
  });
  done();
  if (how === 'Z') act(undoLatest);
  else await press('Undo');
  await screen.findByRole('button', { name: 'Retry' }, { timeout: 3_000 });
  reachable = true;
  if (how === 'Z') act(undoLatest);
  else await press('Retry');
  expect(await screen.findByText('Taken back')).toBeInTheDocument();
  expect(new Set(keysOf([...api.to(orderCalls.undo), ...api.to(orderCalls.undoLatest)])).size).toBe(1);
});

test('a press of Z that was not answered is another one once something else was done', async () => {
  const api = apiThat({ latest: () => ({ httpStatus: 503, message: 'Busy' }) });
  act(undoLatest);
  await screen.findByText('Busy');
  done();
  act(undoLatest);
  await waitFor(() => expect(new Set(keysOf(api.to(orderCalls.undoLatest))).size).toBe(2));
});

test('the toast of an older action offers no Undo until what was done after it is taken back', async () => {
  const api = apiThat({ undo: () => back('1 taken back') });
  done('3 deleted');
  done('1 deleted', newer);
  expect(screen.getByText('3 deleted')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  await press('Undo');
  await screen.findByText('1 taken back');
  expect(api.to(orderCalls.undo)[0]!.body).toEqual({ actionId: newer });
  await press('Undo');
  await waitFor(() => expect(api.to(orderCalls.undo)[1]?.body).toEqual({ actionId: action }));
});

test('Z, Z takes two things back, the second only once the first is', async () => {
  let answer: ((reply: FakeReply<UndoLatest>) => void) | undefined;
  const api = apiThat({}).on(orderCalls.undoLatest, () => new Promise((resolve) => (answer = resolve)));
  act(undoLatest);
  act(undoLatest);
  await waitFor(() => expect(answer).toBeDefined());
  expect(api.to(orderCalls.undoLatest)).toHaveLength(1);
  await act(async () => answer!(latestBack('1 taken back', newer)));
  await waitFor(() => expect(api.to(orderCalls.undoLatest)).toHaveLength(2));
  expect(new Set(keysOf(api.to(orderCalls.undoLatest))).size).toBe(2);
  await act(async () => answer!(latestBack('3 taken back')));
  expect(await screen.findByText('3 taken back')).toBeInTheDocument();
});

test('a press that waits for its turn is not the next member’s', async () => {
  const api = apiThat({ latest: () => 'never' });
  act(undoLatest);
  act(undoLatest);
  await waitFor(() => expect(api.to(orderCalls.undoLatest)).toHaveLength(1));
  act(() => signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' })));
  expect(useUndo.getState()).toEqual({ actions: [], restored: null, cancelledMails: [] });
  act(undoLatest);
  await waitFor(() => expect(api.to(orderCalls.undoLatest)).toHaveLength(2));
});

test('a bulk that is at work, and a refund, take the offer away; one that changed nothing gives it back', () => {
  done('3 deleted');
  act(() => recordAction('job'));
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  act(() => removeAction('job'));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  act(clearUndo);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('an action that cannot be undone offers nothing, and the toast before it keeps what it had', () => {
  done('3 deleted');
  expect(undoToastOptions(null)).toEqual({});
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
});

test('the heading takes the focus that would leave with the toast', async () => {
  apiThat({ undo: () => back('Order has been taken back') });
  render(
    <main>
      <h1 tabIndex={-1}>New Order</h1>
    </main>,
  );
  done();
  await press('Undo');
  expect(screen.getByRole('heading')).toHaveFocus();
});

test('the first row that came back is found once, and not by a list that is opened later', () => {
  const cameBack = (orderIds: string[]) => act(() => useUndo.setState({ restored: { orderIds, at: Date.now() } }));
  cameBack(['100003', '100001']);
  expect(takeRestoredOrder(['100009'])).toBeNull();
  expect(takeRestoredOrder(['100002', '100001', '100003'])).toBe('100001');
  expect(takeRestoredOrder(['100002', '100001', '100003'])).toBeNull();
  cameBack(['100001']);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
  expect(takeRestoredOrder(['100001'])).toBeNull();
  jest.restoreAllMocks();
});
