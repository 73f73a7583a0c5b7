/** Toasts the progress of a large Undo, and the end of every bulk job, on any screen. */
import { useEffect } from 'react';
import type { BulkJob } from '../../api/bulkCalls.ts';
import { count } from '../../format/count.ts';
import { folders } from '../../rules/folders.ts';
import { toastError, toastInfo, toastRunning, toastSuccess } from '../toasts/toasts.ts';
import { clearUndo, recordAction, removeAction, refetchScreen, undoToastOptions } from '../undo/undo.ts';
import { claimEndToast, useJobs } from './jobs.ts';

/** Called once, by the shell. */
export function useJobToasts(): void {
  const jobs = useJobs();
  useEffect(() => {
    for (const job of jobs.toReversed()) {
      if (job.state === 'running') toastProgress(job);
      else if (claimEndToast(job)) toastEnd(job);
    }
  }, [jobs]);
}

const toastId = ({ jobId }: BulkJob) => `job ${jobId}`;

/** Shows the progress of an Undo only: lists have a progress bar for the other actions. */
function toastProgress(job: BulkJob) {
  const { jobId, action, finished, total } = job;
  // A refund job has no Undo. Earlier actions keep their Undo until the job ends.
  if (action !== 'undo') return action !== 'refund' && recordAction(jobId);
  const text = total > 0 ? `Undoing ${count(finished)} of ${count(total)}` : 'Undoing. You can keep working.';
  toastRunning(text, { id: toastId(job) });
}

function toastEnd(job: BulkJob) {
  const { kind, title, detail, undo } = jobToast(job);
  if (job.action === 'refund' && job.done > 0) clearUndo();
  else if (job.actionId !== job.jobId) removeAction(job.jobId);
  const toast = { success: toastSuccess, note: toastInfo, error: toastError }[kind];
  toast(title, { id: toastId(job), detail, ...undoToastOptions(job.actionId, undo) });
  refetchScreen();
}

export interface BulkToast {
  /** `note`: done in part. */
  kind: 'success' | 'note' | 'error';
  title: string;
  detail?: string | undefined;
  /** The label of the Undo button if the job was done in part: "Undo 48". */
  undo?: string | undefined;
}

/** The toast at the end of a bulk job (rule 24.11). Names the folder: the member may be on another screen by then. */
export function jobToast({ action, folderName, state, done, refused, failed, message }: BulkJob): BulkToast {
  const whole = state === 'done' && refused === 0;
  const inPart = done > 0 && state !== 'failed';
  const kind = whole ? 'success' : inPart ? 'note' : 'error';
  if (action === 'undo') return { kind, title: message, detail: failed[0]?.message };
  const where = folderName && folders[folderName].link;
  // The API lists only the first 500 failures.
  const unnamed = refused - failed.length;
  const details = [
    state === 'cancelled' && 'The remaining orders were not processed.',
    state === 'failed' && 'It stopped early. Orders already processed keep their changes.',
    where && refused === 1 && `One stays selected in ${where}. Its row says why.`,
    where && refused > 1 && unnamed === 0 && `${count(refused)} stay selected in ${where}. Their rows say why.`,
    where && unnamed > 0 && `In ${where}, reasons are shown for the first ${count(failed.length)} only.`,
  ];
  return {
    kind,
    title: message,
    detail: details.filter(Boolean).join(' ') || undefined,
    undo: !whole && done > 1 ? `Undo ${count(done)}` : undefined,
  };
}
