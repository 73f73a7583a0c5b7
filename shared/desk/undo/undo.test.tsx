import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { bulkStarted } from '../bulk/runningBulks.ts';
import { laterFirst, mailToast } from '../../rules/undo.ts';
import { mailCalls } from '../../api/mailCalls.ts';
import { orderCalls, type BulkJob, type BulkResult } from '../../api/orderCalls.ts';
import { folderCountsOf } from '../../testing/folderCountsOf.ts';
import { useLastAction } from './lastAction.ts';
import { queryClient } from '../calls/queryClient.ts';
import { signedIn, signOut } from '../session/session.ts';
import { fakeApi, tokenOf, type FakeReply } from '../../testing/fakeApi.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { toastSuccess } from '../toasts/toasts.ts';
import { takeUpUndo, undoChoice, undoLastAction } from './undo.ts';

const action = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';
/** The API, and what it answers to an Undo. */
const apiThat = (answer: () => FakeReply<typeof orderCalls.undo>) =>
  fakeApi()
    .on(orderCalls.folderCounts, () => ({ data: folderCountsOf() }))
    .on(orderCalls.undo, answer);
const back = (message: string, data: Partial<BulkResult> = {}) => ({
  message,
  data: { done: ['100471'], failed: [], actionId: null, ...data },
});
const jobId = '1c7e0a52-3a7b-4b0f-8a43-0f4f7f0f6b11';
const job = { jobId, total: 1240, refused: 0, failed: [], actionId: null };
const half: BulkJob = { ...job, state: 'running', finished: 500, done: 500, message: '' };
const whole: BulkJob = { ...job, state: 'done', finished: 1240, done: 1240, message: '1,240 taken back' };

function done(words = '3 deleted') {
  render(<Toaster />);
  act(() => void toastSuccess(words, undoChoice(action, { words })));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  act(() => {
    toast.remove();
    signOut();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
  });
  queryClient.clear();
});

test('Undo in the toast takes the action back once, says so, and lists, order and counts are read anew', async () => {
  const api = apiThat(() => back('Order has been taken back'));
  queryClient.setQueryData(['newOrder', 'list', 10, 1], 'a page');
  queryClient.setQueryData(['order', '100471'], 'an order');
  done();
  await press('Undo');
  expect(await screen.findByText('Order has been taken back')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  const undone = api.to(orderCalls.undo);
  expect(undone).toHaveLength(1);
  expect(undone[0]!.body).toEqual({ actionId: action });
  expect(undone[0]!.headers.get('Idempotency-Key')).toBeTruthy();
  expect(queryClient.getQueryState(['newOrder', 'list', 10, 1])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(['order', '100471'])?.isInvalidated).toBe(true);
  await waitFor(() => expect(api.asked.at(-1)!.call).toBe(orderCalls.folderCounts));
  expect(useLastAction.getState()).toMatchObject({ last: null, broughtBack: { orderIds: ['100471'] } });
  expect(screen.queryByText(/^What was done:/)).not.toBeInTheDocument();
});

test('Z takes the last action back after its toast has gone, and says what that was', async () => {
  apiThat(() => back('3 taken back'));
  done('3 deleted');
  act(() => toast.remove());
  act(undoLastAction);
  expect(await screen.findByText('3 taken back')).toBeInTheDocument();
  expect(screen.getByText('What was done: 3 deleted')).toBeInTheDocument();
});

test('Z takes the offer of the toast that still stands', async () => {
  apiThat(() => 'never');
  done('3 deleted');
  act(undoLastAction);
  // At once: by itself it would leave after five seconds.
  await waitFor(() => expect(screen.queryByText('3 deleted')).not.toBeInTheDocument(), { timeout: 3_000 });
});

test('with nothing to undo Z says so, once it has asked for a mail that waits', async () => {
  const { asked } = apiThat(() => 'never');
  render(<Toaster />);
  act(undoLastAction);
  expect(await screen.findByRole('status')).toHaveTextContent('There is nothing to undo.');
  expect(asked.map(({ call }) => call)).toEqual([mailCalls.cancel]);
});

describe('while a mail of mine waits', () => {
  const taken = {
    message: 'The e-mail was taken back. Its document was withdrawn.',
    data: { mailId: 13, orderId: '100471' },
  };

  test('Z takes that back before what was done, says so where its Undo stood, and reads the order anew', async () => {
    const replies: FakeReply<typeof mailCalls.cancel>[] = [taken, { message: 'None waits.', data: null }];
    const api = apiThat(() => back('3 taken back')).on(mailCalls.cancel, () => replies.shift()!);
    queryClient.setQueryData(['order', '100471'], 'an order');
    done('3 deleted');
    act(() => void toastSuccess('Document uploaded.', { id: mailToast(13) }));
    act(undoLastAction);
    const told = await screen.findByText(taken.message);
    expect(told.closest('[role=status]')).toHaveTextContent('Order 100471');
    expect(screen.queryByText('Document uploaded.')).not.toBeInTheDocument();
    expect(useLastAction.getState().mailsTakenBack).toEqual([13]);
    expect(api.to(mailCalls.cancel).map(({ body }) => body)).toEqual([{}]);
    expect(api.to(orderCalls.undo)).toEqual([]);
    expect(queryClient.getQueryState(['order', '100471'])?.isInvalidated).toBe(true);
    act(undoLastAction);
    expect(await screen.findByText('3 taken back')).toBeInTheDocument();
  });

  test('without an answer nothing else is taken back in its place', async () => {
    const api = apiThat(() => back('3 taken back')).on(mailCalls.cancel, () => ({ httpStatus: 503, message: 'Busy.' }));
    done('3 deleted');
    act(undoLastAction);
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    expect(api.to(orderCalls.undo)).toEqual([]);
    expect(useLastAction.getState().last?.actionId).toBe(action);
  });
});

test('what somebody changed since stays, with the reason', async () => {
  const why = 'Undo is no longer possible: Tia Team moved 100471 to Pending at 10:31.';
  apiThat(() => ({ httpStatus: 409, message: why }));
  done();
  await press('Undo');
  expect(await screen.findByRole('alert')).toHaveTextContent(why);
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(useLastAction.getState().last).toBeNull();
});

test('what another tab did later comes first; until then this one stays for Z', async () => {
  let othersLater = true;
  apiThat(() => (othersLater ? { httpStatus: 409, message: laterFirst } : back('3 taken back')));
  done('3 deleted');
  act(undoLastAction);
  expect(await screen.findByRole('alert')).toHaveTextContent('Take back first what you did after it.');
  expect(useLastAction.getState().last?.actionId).toBe(action);
  othersLater = false;
  act(undoLastAction);
  expect(await screen.findByText('3 taken back')).toBeInTheDocument();
  expect(useLastAction.getState().last).toBeNull();
});

test('taken back in part, it counts both and says why', async () => {
  const why = 'Undo is no longer possible: Tia Team moved 100471 to Pending at 10:31.';
  const part = { done: ['100472'], failed: [{ orderId: '100471', message: why, by: 'Tia Team' }] };
  apiThat(() => back('1 taken back, 1 changed since by Tia Team', part));
  done();
  await press('Undo');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('1 taken back, 1 changed since by Tia Team');
  expect(alert).toHaveTextContent(why);
});

test('when the server does not answer, Retry and Z may still take it back, with the same key', async () => {
  let reachable = false;
  const api = apiThat(() => (reachable ? back('Order has been taken back') : 'unreachable'));
  done();
  await press('Undo');
  await screen.findByRole('button', { name: 'Retry' });
  expect(useLastAction.getState().last?.actionId).toBe(action);
  reachable = true;
  act(undoLastAction);
  expect(await screen.findByText('Order has been taken back')).toBeInTheDocument();
  const keys = api.to(orderCalls.undo).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

test('an Undo of very many says how far it is, and what came of it', async () => {
  let asked = 0;
  apiThat(() => back('', { done: [], jobId })).on(orderCalls.bulkProgress, () => ({
    data: ++asked === 1 ? half : whole,
  }));
  done();
  await press('Undo');
  expect(await screen.findByText('Taking back 500 of 1,240')).toBeInTheDocument();
  expect(await screen.findByText('1,240 taken back')).toBeInTheDocument();
  expect(screen.queryByText(/Taking back/)).not.toBeInTheDocument();
});

test('a page that is loaded while the API takes very many back goes on telling of it', async () => {
  let ended = false;
  const api = apiThat(() => back('', { done: [], jobId }));
  api.on(orderCalls.bulkProgress, () => ({ data: ended ? whole : half }));
  done();
  await press('Undo');
  await screen.findByText('Taking back 500 of 1,240');
  const kept = sessionStorage.getItem('last-action')!;

  // The page is gone, and with it who followed the Undo; another member's page would not take it up.
  act(signOut);
  act(() => toast.remove());
  await act(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
  signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' }));
  sessionStorage.setItem('last-action', kept);
  await useLastAction.persist.rehydrate();
  const before = api.asked.length;
  act(takeUpUndo);
  expect(api.asked).toHaveLength(before);

  signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
  sessionStorage.setItem('last-action', kept);
  await useLastAction.persist.rehydrate();
  act(takeUpUndo);
  act(takeUpUndo);
  expect(await screen.findByText('Taking back 500 of 1,240')).toBeInTheDocument();
  ended = true;
  expect(await screen.findByText('1,240 taken back', {}, { timeout: 3_000 })).toBeInTheDocument();
  await waitFor(() => expect(api.asked.at(-1)!.call).toBe(orderCalls.folderCounts));
  expect(useLastAction.getState().underWay).toBeNull();
});

const newer = '0c1f4a55-5c5e-4f2c-8a43-7f4f7f0f6b11';
const doneAfter = () => act(() => void toastSuccess('1 deleted', undoChoice(newer, { words: '1 deleted' })));

test('the toast of an older action offers no Undo until what was done after it is taken back', async () => {
  const api = apiThat(() => back('1 taken back'));
  done('3 deleted');
  doneAfter();
  expect(screen.getByText('3 deleted')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  await press('Undo');
  await screen.findByText('1 taken back');
  expect(api.to(orderCalls.undo)[0]!.body).toEqual({ actionId: newer });
  await press('Undo');
  await waitFor(() => expect(api.to(orderCalls.undo)[1]?.body).toEqual({ actionId: action }));
});

test('Z, Z takes two actions back, the second only once the first is', async () => {
  let answer: ((reply: FakeReply<typeof orderCalls.undo>) => void) | undefined;
  const api = fakeApi()
    .on(orderCalls.folderCounts, () => ({ data: folderCountsOf() }))
    .on(orderCalls.undo, () => new Promise((resolve) => (answer = resolve)));
  done('3 deleted');
  doneAfter();
  act(undoLastAction);
  act(undoLastAction);
  await waitFor(() => expect(answer).toBeDefined());
  expect(api.to(orderCalls.undo).map(({ body }) => body)).toEqual([{ actionId: newer }]);
  await act(async () => answer!(back('1 taken back')));
  await waitFor(() => expect(api.to(orderCalls.undo)[1]?.body).toEqual({ actionId: action }));
  await act(async () => answer!(back('3 taken back')));
  expect(await screen.findByText('3 taken back')).toBeInTheDocument();
});

test('when the first of two has to be tried again, the second waits for it', async () => {
  let reachable = false;
  const api = apiThat(() => (reachable ? back('Order has been taken back') : { httpStatus: 503, message: 'Busy' }));
  done('3 deleted');
  doneAfter();
  act(undoLastAction);
  act(undoLastAction);
  await screen.findByText('Busy');
  await waitFor(() => expect(useLastAction.getState().earlier.map(({ actionId }) => actionId)).toEqual([action]));
  expect(useLastAction.getState().last?.actionId).toBe(newer);
  const before = api.to(orderCalls.undo).length;
  reachable = true;
  act(undoLastAction);
  act(undoLastAction);
  await waitFor(() => expect(useLastAction.getState().last).toBeNull());
  await waitFor(() => expect(api.to(orderCalls.undo)).toHaveLength(before + 2));
  expect(api.to(orderCalls.undo).at(-1)?.body).toEqual({ actionId: action });
});

test('Z says that a job is still at work, and takes nothing back', async () => {
  const { asked } = apiThat(() => 'never');
  done('3 deleted');
  act(() => bulkStarted('newOrder', { jobId: 'job', action: 'assign', total: 600 }));
  act(undoLastAction);
  expect(await screen.findByText('What you began last is still being done.')).toBeInTheDocument();
  expect(asked.map(({ call }) => call)).not.toContain(orderCalls.undo);
});

test('nor does it while a job is at work, which began after it', () => {
  apiThat(() => 'never');
  done('3 deleted');
  act(() => bulkStarted('refundOrder', { jobId: 'refunds', action: 'refund', total: 600 }));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  act(() => bulkStarted('newOrder', { jobId: 'job', action: 'assign', total: 600 }));
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('an action that cannot be undone offers nothing, and Z keeps what it had', () => {
  undoChoice(action);
  expect(undoChoice(null)).toEqual({});
  expect(useLastAction.getState().last?.actionId).toBe(action);
});

test('the heading takes the focus that would leave with the toast', async () => {
  apiThat(() => back('Order has been taken back'));
  render(
    <main>
      <h1 tabIndex={-1}>New Order</h1>
    </main>,
  );
  done();
  await press('Undo');
  expect(screen.getByRole('heading')).toHaveFocus();
});
