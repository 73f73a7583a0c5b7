import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { bulkCalls, type BulkJob } from '../../api/bulkCalls.ts';
import { folderCalls } from '../../api/folderCalls.ts';
import { orderCalls } from '../../api/orderCalls.ts';
import { bulkJobOf } from '../../testing/bulkJobOf.ts';
import { fakeApi, tokenOf } from '../../testing/fakeApi.ts';
import { folderCountsOf } from '../../testing/folderCountsOf.ts';
import { queryClient } from '../calls/queryClient.ts';
import { signedIn, signOut } from '../session/session.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { toastSuccess } from '../toasts/toasts.ts';
import { recordAction, undoToastOptions, useUndo } from '../undo/undo.ts';
import { jobStarted } from './jobs.ts';
import { jobToast, useJobToasts } from './useJobToasts.ts';

const running = bulkJobOf({ action: 'delete', message: '12 deleted' });
const { jobId } = running;
const ended = (changes: Partial<BulkJob> = {}) => {
  const job = { jobId, action: 'delete', state: 'done', finished: 30, done: 30, message: '30 deleted' } as const;
  return bulkJobOf({ ...job, actionId: jobId, ...changes });
};

function Shell() {
  useJobToasts();
  return null;
}

function desk(jobs: BulkJob[] = []) {
  const api = { jobs };
  const fake = fakeApi()
    .on(folderCalls.folderCounts, () => ({ data: folderCountsOf() }))
    .on(bulkCalls.jobs, () => ({ data: api.jobs }));
  render(
    <>
      <Shell />
      <Toaster />
    </>,
  );
  return Object.assign(api, { asked: () => fake.to(bulkCalls.jobs), fake });
}
const start = () => act(() => jobStarted({ jobId, action: 'delete', folderName: 'newOrder', total: 30 }));

beforeEach(() => {
  act(() => {
    toast.remove();
    signOut();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
  });
  queryClient.clear();
});

test('a job started by a screen is polled, its end has one toast with Undo, and lists are refetched', async () => {
  const api = desk();
  await waitFor(() => expect(api.asked()).toHaveLength(1));
  queryClient.setQueryData(['newOrder', 'list', 10, 1], 'a page');
  api.jobs = [running];
  start();
  await waitFor(() => expect(api.asked().length).toBeGreaterThan(2));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  api.jobs = [ended()];
  expect(await screen.findByText('30 deleted')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect(queryClient.getQueryState(['newOrder', 'list', 10, 1])?.isInvalidated).toBe(true);
  await waitFor(() => expect(api.fake.to(folderCalls.folderCounts)).toHaveLength(1));
  const asked = api.asked().length;
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  expect(api.asked()).toHaveLength(asked);
  expect(screen.getAllByText('30 deleted')).toHaveLength(1);
});

test('an action during the job is newer and stays next for Z, so the job’s toast offers no Undo', async () => {
  const api = desk([running]);
  await waitFor(() => expect(useUndo.getState().actions).toEqual([jobId]));
  act(() => void toastSuccess('Order has been deleted', undoToastOptions('another')));
  api.jobs = [ended()];
  expect(await screen.findByText('30 deleted')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(useUndo.getState().actions).toEqual([jobId, 'another']);
});

test('a job that changed nothing does not hide the Undo of an earlier action', async () => {
  act(() => recordAction('another'));
  const api = desk([running]);
  await waitFor(() => expect(useUndo.getState().actions).toEqual(['another', jobId]));
  api.jobs = [ended({ actionId: null, message: 'Nothing changed' })];
  expect(await screen.findByText('Nothing changed')).toBeInTheDocument();
  expect(useUndo.getState().actions).toEqual(['another']);
});

test('a refund job, like a single refund, ends the Undo of earlier actions', async () => {
  act(() => recordAction('earlier'));
  const api = desk([bulkJobOf({ action: 'refund' })]);
  await waitFor(() => expect(api.asked()).not.toEqual([]));
  expect(useUndo.getState().actions).toEqual(['earlier']);
  api.jobs = [ended({ action: 'refund', actionId: null, message: '30 refunded' })];
  expect(await screen.findByText('30 refunded')).toBeInTheDocument();
  expect(useUndo.getState().actions).toEqual([]);
});

test('a large Undo shows its progress, also after a reload, and then its result', async () => {
  const undo = { jobId: crypto.randomUUID(), action: 'undo', folderName: null, total: 1_240 } as const;
  const api = desk([bulkJobOf({ ...undo, finished: 500, done: 500 })]);
  expect(await screen.findByText('Undoing 500 of 1,240')).toBeInTheDocument();
  api.jobs = [
    bulkJobOf({ ...undo, state: 'done', finished: 1_240, done: 1_240, message: 'Undone. 1,240 orders restored.' }),
  ];
  expect(await screen.findByText('Undone. 1,240 orders restored.')).toBeInTheDocument();
  expect(screen.queryByText(/^Taking/)).not.toBeInTheDocument();
});

test('a large Undo is one call whose job is polled', async () => {
  const undo = { jobId: crypto.randomUUID(), action: 'undo', folderName: null, total: 1_240 } as const;
  const api = desk();
  await waitFor(() => expect(api.asked()).toHaveLength(1));
  api.fake.on(orderCalls.undo, () => {
    api.jobs = [bulkJobOf(undo)];
    return { message: 'Working', data: { done: [], failed: [], actionId: null, jobId: undo.jobId } };
  });
  act(() => void toastSuccess('1,240 deleted', undoToastOptions(crypto.randomUUID())));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undoing 12 of 1,240')).toBeInTheDocument();
});

const job = (given: Partial<BulkJob>): BulkJob =>
  bulkJobOf({ state: 'done', total: 248, finished: 248, done: 248, message: '248 assigned', actionId: 'a', ...given });

const failures = (length: number) =>
  Array.from({ length }, (_, n) => ({ orderId: String(100_001 + n), message: 'Already taken by Tia Team.' }));

test('a job with more failures than the API names says how many are without a reason', () => {
  const { detail } = jobToast(job({ total: 1_000, done: 200, refused: 800, failed: failures(500) }));
  expect(detail).toBe('In New Orders, reasons are shown for the first 500 only.');
});

test('a job that did everything shows the API’s message as a success', () => {
  expect(jobToast(job({}))).toEqual({ kind: 'success', title: '248 assigned' });
});

test('a job done in part says where the rest stays selected, and how many Undo restores', () => {
  const message = '246 assigned, 2 already taken by Tia Team';
  expect(jobToast(job({ done: 246, refused: 2, failed: failures(2), message }))).toEqual({
    kind: 'note',
    title: '246 assigned, 2 already taken by Tia Team',
    detail: '2 stay selected in New Orders. Their rows say why.',
    undo: 'Undo 246',
  });
});

test('a cancelled job counts as done in part', () => {
  expect(jobToast(job({ state: 'cancelled', done: 96, message: '96 deleted' }))).toEqual({
    kind: 'note',
    title: '96 deleted',
    detail: 'The remaining orders were not processed.',
    undo: 'Undo 96',
  });
});

test.each(['cancelled', 'failed'] as const)('%s with nothing done is not a success', (state) => {
  const ended = job({ state, done: 0, finished: 0, message: '0 deleted', actionId: null });
  expect(jobToast(ended).kind).toBe('error');
});

test('a failed job is an error that says what happened to the rest', () => {
  expect(jobToast(job({ state: 'failed', done: 96, message: '96 deleted' }))).toMatchObject({
    kind: 'error',
    detail: 'It stopped early. Orders already processed keep their changes.',
    undo: 'Undo 96',
  });
});
