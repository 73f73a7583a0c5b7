/** Follows actions on whole folders to their end, on whatever screen the person is, and says there what came of them. */
import { orderCalls, type BulkJob } from '../../api/orderCalls.ts';
import { CallError } from '../../api/send.ts';
import { folders, type FolderName } from '../../rules/folders.ts';
import { refreshFolderCounts } from '../folderCounts.ts';
import { forgetAction } from '../undo/lastAction.ts';
import { readAnew } from '../calls/queryClient.ts';
import { bulkMovedOn, forgetBulk, runningBulks, useRunningBulks } from './runningBulks.ts';
import { send } from '../session/send.ts';
import { jobToast } from './jobToast.ts';
import { toastError, toastNote, toastSuccess } from '../toasts/toasts.ts';
import { undoChoice } from '../undo/undo.ts';

const askEvery = 500;
const askAgainAfter = 3_000;

const followed = new Set<string>();

/**
 * Takes up what ran when this page was loaded, and from then on what any screen starts. Called by the shell alone: each
 * container bundles a copy of this file, and two of them would tell of an end twice. Returns what ends it.
 */
export function followBulks() {
  takeUp();
  return useRunningBulks.subscribe(takeUp);
}

function takeUp() {
  for (const [folder, { jobId }] of runningBulks()) {
    if (followed.has(jobId)) continue;
    followed.add(jobId);
    void follow(folder, jobId).finally(() => followed.delete(jobId));
  }
}

async function follow(folder: FolderName, jobId: string) {
  // Signed out, or forgotten: nobody waits for it here any more.
  while (runningBulks().some(([, bulk]) => bulk.jobId === jobId)) {
    const job = await progressOf(folder, jobId);
    if (job) bulkMovedOn(folder, job);
    if (job && job.state !== 'running') return tell(folder, job);
    await new Promise((resolve) => setTimeout(resolve, job ? askEvery : askAgainAfter));
  }
}

/** Null: no answer came, the next one may. */
async function progressOf(folder: FolderName, jobId: string): Promise<BulkJob | null> {
  try {
    return (await send(orderCalls.bulkProgress, { jobId })).data;
  } catch (error) {
    if (!(error instanceof CallError)) return null;
    // Answered, but not with what this page understands: asking on would never end.
    const isUnexpected = error.httpStatus === 200;
    // The API knows it no more, or it was somebody else's.
    if (isUnexpected || [400, 403, 404].includes(error.httpStatus)) {
      forgetBulk(folder, jobId);
      forgetAction(jobId);
    }
    if (isUnexpected) toastError(error.message);
    return null;
  }
}

function tell(folder: FolderName, job: BulkJob) {
  const { kind, title, detail, undo } = jobToast(job, folders[folder].link);
  const toast = { success: toastSuccess, note: toastNote, error: toastError }[kind];
  toast(title, {
    detail,
    ...undoChoice(job.actionId, { label: undo, words: title, jobId: job.jobId }),
  });
  if (!job.actionId) forgetAction(job.jobId);
  void readAnew({ queryKey: [folder] });
  void refreshFolderCounts();
}
