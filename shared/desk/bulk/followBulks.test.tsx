import { act, render, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { orderCalls, type BulkJob } from '../../api/orderCalls.ts';
import { rememberAction, takeLastAction, useLastAction } from '../undo/lastAction.ts';
import { bulkStarted, useRunningBulks } from './runningBulks.ts';
import { signedIn } from '../session/session.ts';
import { fakeApi, tokenOf } from '../../testing/fakeApi.ts';
import { followBulks } from './followBulks.ts';
import { Toaster } from '../toasts/Toaster.tsx';

const actionId = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';
const jobId = '1c7e0a52-3a7b-4b0f-8a43-0f4f7f0f6b11';
const running: BulkJob = {
  jobId,
  state: 'running',
  total: 30,
  finished: 12,
  done: 12,
  refused: 0,
  failed: [],
  message: '12 deleted',
  actionId: null,
};
const done: BulkJob = { ...running, state: 'done', finished: 30, done: 30, message: '30 deleted', actionId };

/** The API works one off; `job` is how far it is. */
function workedOff() {
  const api = { job: running };
  const { to } = fakeApi().on(orderCalls.bulkProgress, () => ({ data: api.job }));
  return { api, progress: () => to(orderCalls.bulkProgress) };
}
const start = () => act(() => bulkStarted('newOrder', { jobId, action: 'delete', total: 30 }));
const lastAction = () => useLastAction.getState().last?.actionId ?? null;

let stop: () => void;
beforeEach(() => {
  act(() => {
    toast.remove();
    signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' }));
    useRunningBulks.setState({ byFolder: {} });
    useLastAction.setState({ last: null });
  });
  stop = followBulks();
  render(<Toaster />);
});
afterEach(() => stop());

test('what a screen starts is followed by itself, and its end is told once with Undo', async () => {
  const { api, progress } = workedOff();
  start();
  await waitFor(() => expect(useRunningBulks.getState().byFolder.newOrder?.job?.finished).toBe(12));
  expect(progress()).toHaveLength(1);
  api.job = done;
  expect(await screen.findByText('30 deleted')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect(lastAction()).toBe(actionId);
});

test('what the member did while it ran came later: it keeps its Z, and the run’s toast offers no Undo', async () => {
  const { api } = workedOff();
  start();
  await waitFor(() => expect(useRunningBulks.getState().byFolder.newOrder?.job).not.toBeNull());
  act(() => rememberAction('another', 'Order has been deleted successfully'));
  api.job = done;
  expect(await screen.findByText('30 deleted')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(lastAction()).toBe('another');
});

test('nor does it once the member has taken that back', async () => {
  const { api } = workedOff();
  start();
  act(() => rememberAction('another'));
  act(() => void takeLastAction());
  api.job = done;
  expect(await screen.findByText('30 deleted')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});
