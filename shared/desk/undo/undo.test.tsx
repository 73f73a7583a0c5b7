import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { folderCalls } from '../../api/folderCalls.ts';
import { mailCalls } from '../../api/mailCalls.ts';
import { type BulkResult, orderCalls } from '../../api/orderCalls.ts';
import { fakeApi, tokenOf, type FakeReply } from '../../testing/fakeApi.ts';
import { folderCountsOf } from '../../testing/folderCountsOf.ts';
import { queryClient } from '../calls/queryClient.ts';
import { useAction } from '../calls/useAction.ts';
import { signedIn, signOut } from '../session/session.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { toastSuccess, usePersistentToasts } from '../toasts/toasts.ts';
import {
  recordAction,
  takeRestoredOrder,
  removeAction,
  mailToastId,
  mailToastOptions,
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

function KeepToasts() {
  usePersistentToasts();
  return null;
}

const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();
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

test('Undo in the toast undoes once, says so, and refetches lists, order and counts', async () => {
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

test('Z undoes the newest action, by the API’s order, and replaces its toast', async () => {
  const api = apiThat({ latest: () => latestBack('Undone. 3 orders restored.') });
  done('3 deleted');
  act(undoLatest);
  expect(await screen.findByText('Undone. 3 orders restored.')).toBeInTheDocument();
  expect(screen.queryByText('3 deleted')).not.toBeInTheDocument();
  expect(api.to(orderCalls.undoLatest).map(({ body }) => body)).toEqual([{}]);
});

test('with nothing to undo, or during a bulk job, Z shows the API’s message', async () => {
  apiThat({ latest: () => ({ message: 'There is nothing to undo.', data: null }) });
  act(undoLatest);
  expect(await screen.findByRole('status')).toHaveTextContent('There is nothing to undo.');
});

test('an email cancelled by Z is shown in place of its toast, and its order is refetched', async () => {
  const message = 'The email was cancelled. Its document was withdrawn.';
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

test('while an email waits, toasts of actions say that Z cancels it first, and its order can be opened then', async () => {
  const undone = { mailId: 13, orderId: '100471' };
  const data = { done: [], failed: [], actionId: null, undone };
  apiThat({ latest: () => ({ message: 'The email was cancelled.', data }) });
  const hint = 'Pressing Z cancels the queued email for order 100471 first.';
  done('Moved before');
  expect(screen.queryByText(hint)).toBeNull();
  mailToastOptions({ mailId: 13, dueAt: inTenMinutes(), orderId: '100471' });
  done('Assigned', newer);
  expect(screen.getByText(hint).closest('[role=status]')).toHaveTextContent('Assigned');
  const open = jest.fn();
  act(() => undoLatest(open));
  await userEvent.click(await screen.findByRole('button', { name: 'Open 100471' }));
  expect(open).toHaveBeenCalledWith('100471');
  expect(screen.queryByText(hint)).toBeNull();
});

test('a move undone with its email offers no Undo, ends the hint about Z, and offers to open its order', async () => {
  const undone = { actionId: action, mailId: 13 };
  apiThat({
    latest: () => ({ message: 'Moved back.', data: { done: ['100471'], failed: [], actionId: null, undone } }),
  });
  mailToastOptions({ mailId: 13, dueAt: inTenMinutes(), orderId: '100471' });
  done('Moved');
  const open = jest.fn();
  act(() => undoLatest(open));
  await userEvent.click(await screen.findByRole('button', { name: 'Open 100471' }));
  expect(open).toHaveBeenCalledWith('100471');
  const { actions, waitingMails, cancelledMails } = useUndo.getState();
  expect([actions, waitingMails, cancelledMails]).toEqual([[], [], [13]]);
});

test('the hint about Z names the newest waiting email, and leaves once that was sent', async () => {
  const api = fakeApi().on(mailCalls.sendNow, () => ({ data: null }));
  mailToastOptions({ mailId: 13, dueAt: inTenMinutes(), orderId: '100471' });
  mailToastOptions({ mailId: 14, dueAt: inTenMinutes() }, { orderId: '100472', id: 7 });
  mailToastOptions({ mailId: 15, dueAt: inTenMinutes(), orderId: '100473' });
  done();
  const hint = screen.getByText('Pressing Z cancels the queued email for order 100473 first.');
  const { result } = renderHook(() => useAction(mailCalls.sendNow));
  await act(() => result.current.run({ mailId: 15 }));
  expect(api.to(mailCalls.sendNow)).toHaveLength(1);
  expect(hint).not.toBeInTheDocument();
  done('Moved', newer);
  expect(screen.getByText('Pressing Z withdraws your reply first.')).toBeVisible();
});

test('orders that somebody has changed since stay, with the reason', async () => {
  apiThat({ undo: () => ({ httpStatus: 409, message: why }) });
  done();
  await press('Undo');
  expect(await screen.findByRole('alert')).toHaveTextContent(why);
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('a partial Undo shows both numbers and the reason', async () => {
  const part = { done: ['100472'], failed: [{ orderId: '100471', message: why, by: 'Tia Team' }] };
  apiThat({ undo: () => back('Undone. 1 order restored, 1 changed later by Tia Team.', part) });
  done();
  await press('Undo');
  const told = await screen.findByRole('status');
  expect(told).toHaveTextContent('Undone. 1 order restored, 1 changed later by Tia Team.');
  expect(told).toHaveTextContent(why);
});

test.each([['Undo'], ['Z']])('when %s has no response, it is retried with the same key', async (how) => {
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

test('after another action, a Z without a response gets a new key', async () => {
  const api = apiThat({ latest: () => ({ httpStatus: 503, message: 'Busy' }) });
  act(undoLatest);
  await screen.findByText('Busy');
  done();
  act(undoLatest);
  await waitFor(() => expect(new Set(keysOf(api.to(orderCalls.undoLatest))).size).toBe(2));
});

test('where toasts stay, an older action’s toast offers no Undo until the newer one is undone', async () => {
  render(<KeepToasts />);
  const api = apiThat({ undo: () => back('Undone. 1 order restored.') });
  done('3 deleted');
  done('1 deleted', newer);
  expect(screen.getByText('3 deleted')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  await press('Undo');
  await screen.findByText('Undone. 1 order restored.');
  expect(api.to(orderCalls.undo)[0]!.body).toEqual({ actionId: newer });
  await press('Undo');
  await waitFor(() => expect(api.to(orderCalls.undo)[1]?.body).toEqual({ actionId: action }));
});

test('Z twice undoes two actions, the second only after the first', async () => {
  let answer: ((reply: FakeReply<UndoLatest>) => void) | undefined;
  const api = apiThat({}).on(orderCalls.undoLatest, () => new Promise((resolve) => (answer = resolve)));
  act(undoLatest);
  act(undoLatest);
  await waitFor(() => expect(answer).toBeDefined());
  expect(api.to(orderCalls.undoLatest)).toHaveLength(1);
  await act(async () => answer!(latestBack('Undone. 1 order restored.', newer)));
  await waitFor(() => expect(api.to(orderCalls.undoLatest)).toHaveLength(2));
  expect(new Set(keysOf(api.to(orderCalls.undoLatest))).size).toBe(2);
  await act(async () => answer!(latestBack('Undone. 3 orders restored.')));
  expect(await screen.findByText('Undone. 3 orders restored.')).toBeInTheDocument();
});

test('a queued Undo does not run for the next member', async () => {
  const api = apiThat({ latest: () => 'never' });
  act(undoLatest);
  act(undoLatest);
  await waitFor(() => expect(api.to(orderCalls.undoLatest)).toHaveLength(1));
  act(() => signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' })));
  expect(useUndo.getState()).toMatchObject({ actions: [], restored: null, cancelledMails: [] });
  act(undoLatest);
  await waitFor(() => expect(api.to(orderCalls.undoLatest)).toHaveLength(2));
});

test('a running job and a refund hide the offer; a job that changed nothing restores it', () => {
  done('3 deleted');
  act(() => recordAction('job'));
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  act(() => removeAction('job'));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  act(clearUndo);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('an action without Undo offers none, and leaves the previous toast’s offer', () => {
  done('3 deleted');
  expect(undoToastOptions(null)).toEqual({});
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
});

test('the heading gets the focus when the toast leaves', async () => {
  apiThat({ undo: () => back('Undone. Order 100471 is back in New.') });
  render(
    <main>
      <h1 tabIndex={-1}>New Order</h1>
    </main>,
  );
  done();
  await press('Undo');
  expect(screen.getByRole('heading')).toHaveFocus();
});

test('the first restored order is found once, and not by a list opened later', () => {
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
