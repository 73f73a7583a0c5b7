/** Follows an action on a whole folder to its end, on whatever screen the person is, and says there what came of it. */
import { orderCalls, type BulkJob } from 'shared/api/orderCalls';
import { CallError } from 'shared/api/send';
import { folders, type BulkAction, type FolderName } from 'shared/rules/folders';
import { refreshFolderCounts } from 'shared/state/folderCounts';
import { queryClient } from 'shared/state/queryClient';
import { bulkMovedOn, forgetBulk, runningBulks } from 'shared/state/runningBulks';
import { send } from 'shared/state/send';
import { toastError, toastSuccess } from 'shared/ui/toasts';
import { undoChoice } from 'shared/ui/undo';
import { jobToast } from './jobToast.ts';

const askEvery = 500;
const askAgainAfter = 3_000;

const followed = new Set<string>();

/** Takes up what ran when this page was loaded, and what has just been started. */
export function followBulks() {
  for (const [folder, { jobId, action }] of runningBulks()) {
    if (followed.has(jobId)) continue;
    followed.add(jobId);
    void follow(folder, action, jobId).finally(() => followed.delete(jobId));
  }
}

async function follow(folder: FolderName, action: BulkAction, jobId: string) {
  // Signed out, or forgotten: nobody waits for it here any more.
  while (runningBulks().some(([, bulk]) => bulk.jobId === jobId)) {
    const job = await progressOf(folder, jobId);
    if (job && job.state !== 'running') {
      bulkMovedOn(folder, job);
      tell(folder, action, job);
      return;
    }
    if (job) bulkMovedOn(folder, job);
    await new Promise((resolve) => setTimeout(resolve, job ? askEvery : askAgainAfter));
  }
}

/** Null: no answer came, the next one may. */
async function progressOf(folder: FolderName, jobId: string): Promise<BulkJob | null> {
  try {
    return (await send(orderCalls.bulkProgress, { jobId })).data;
  } catch (error) {
    // The API knows it no more, or it was somebody else's.
    if (error instanceof CallError && [400, 403, 404].includes(error.httpStatus)) forgetBulk(folder, jobId);
    return null;
  }
}

function tell(folder: FolderName, action: BulkAction, job: BulkJob) {
  const { kind, title, detail, undo } = jobToast(action, job, folders[folder].link);
  (kind === 'success' ? toastSuccess : toastError)(title, {
    detail,
    ...undoChoice(job.actionId, { label: undo, words: title }),
  });
  void queryClient.invalidateQueries({ queryKey: [folder, 'list'] });
  void refreshFolderCounts();
}
