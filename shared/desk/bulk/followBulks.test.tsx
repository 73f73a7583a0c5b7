import { act, render, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { orderCalls, type BulkJob } from '../../api/orderCalls.ts';
import { rememberAction, takeAction, useLastAction } from '../undo/lastAction.ts';
import { bulkStarted, useRunningBulks } from './runningBulks.ts';
import { signedIn } from '../session/session.ts';
import { bulkJobOf } from '../../testing/bulkJobOf.ts';
import { fakeApi, tokenOf } from '../../testing/fakeApi.ts';
import { followBulks } from './followBulks.ts';
import { Toaster } from '../toasts/Toaster.tsx';

const actionId = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';
const running = bulkJobOf({ message: '12 deleted' });
const { jobId } = running;
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
    useLastAction.setState({ last: null, earlier: [], newest: null });
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

test('once the member has taken that back, the run is the last that they did', async () => {
  const { api } = workedOff();
  start();
  act(() => rememberAction('another'));
  act(() => void takeAction());
  api.job = done;
  expect(await screen.findByText('30 deleted')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect(lastAction()).toBe(actionId);
});

test('a run that changed nothing is in no way of what was done before it', async () => {
  const { api } = workedOff();
  act(() => rememberAction('another'));
  start();
  api.job = { ...done, actionId: null, message: 'Nothing changed' };
  expect(await screen.findByText('Nothing changed')).toBeInTheDocument();
  await waitFor(() => expect(lastAction()).toBe('another'));
});

test('an answer that tells nothing of a run ends the following, and is told', async () => {
  const { progress } = workedOff();
  const understood = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    await understood(...request);
    return Response.json({ status: 1, message: '', data: { state: 'paused' } });
  };
  start();
  expect(await screen.findByText(/^The server’s answer is not what this page expects/)).toBeInTheDocument();
  expect(useRunningBulks.getState().byFolder.newOrder).toBeUndefined();
  expect(progress()).toHaveLength(1);
});
