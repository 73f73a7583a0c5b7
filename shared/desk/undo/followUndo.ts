import { orderCalls } from '../../api/orderCalls.ts';
import { CallError } from '../../api/send.ts';
import { count } from '../../format/count.ts';
import { send } from '../session/send.ts';
import { useSession } from '../session/session.ts';
import { toastError, toastRunning, toastSuccess } from '../toasts/toasts.ts';

const askEvery = 1_000;

/** An Undo of very many orders is worked off by the API: its toast says how far it is, and at the end what came of it. */
export async function followUndo(jobId: string, toastId: string): Promise<void> {
  const member = useSession.getState().user?.id;
  toastRunning('Taking it back. It goes on while you work.', { id: toastId });
  // Whoever is signed in next has nothing to do with it.
  while (useSession.getState().user?.id === member) {
    const job = await progressOf(jobId);
    if (job?.state === 'running') {
      toastRunning(`Taking back ${count(job.finished)} of ${count(job.total)}`, { id: toastId });
    } else if (job) {
      const whole = job.state === 'done' && job.refused === 0;
      if (whole) toastSuccess(job.message, { id: toastId });
      else toastError(job.message, { id: toastId, detail: job.failed[0]?.message });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, askEvery));
  }
}

/** Null: no answer came; the next one may. */
async function progressOf(jobId: string) {
  try {
    return (await send(orderCalls.bulkProgress, { jobId })).data;
  } catch (error) {
    if (error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500)) return null;
    throw error;
  }
}
