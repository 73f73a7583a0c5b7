/** Tells how far an Undo of very many orders is, and what came of it and of every other bulk, on whatever screen one is. */
import { useEffect } from 'react';
import type { BulkJob } from '../../api/orderCalls.ts';
import { count } from '../../format/count.ts';
import { folders } from '../../rules/folders.ts';
import { toastError, toastNote, toastRunning, toastSuccess } from '../toasts/toasts.ts';
import { actionDone, forgetAction, showAsItIs, undoChoice } from '../undo/undo.ts';
import { takeEnd, useJobs } from './jobs.ts';

/** Called once, by the shell. */
export function useJobEnds(): void {
  const jobs = useJobs();
  useEffect(() => {
    for (const job of jobs.toReversed()) {
      if (job.state === 'running') tellProgress(job);
      else if (takeEnd(job)) tellEnd(job);
    }
  }, [jobs]);
}

const toastOf = ({ jobId }: BulkJob) => `job ${jobId}`;

/** A list shows its own bar; an Undo has its toast alone. */
function tellProgress(job: BulkJob) {
  const { jobId, action, finished, total } = job;
  // A refund's mail is out: it takes no Undo, and none away.
  if (action !== 'undo') return action !== 'refund' && actionDone(jobId);
  const text =
    total > 0 ? `Taking back ${count(finished)} of ${count(total)}` : 'Taking it back. It goes on while you work.';
  toastRunning(text, { id: toastOf(job) });
}

function tellEnd(job: BulkJob) {
  const { kind, title, detail, undo } = jobToast(job);
  if (job.actionId !== job.jobId) forgetAction(job.jobId);
  const toast = { success: toastSuccess, note: toastNote, error: toastError }[kind];
  toast(title, { id: toastOf(job), detail, ...undoChoice(job.actionId, undo) });
  showAsItIs();
}

export interface BulkToast {
  /** A `note` is neither: it was done in part. */
  kind: 'success' | 'note' | 'error';
  title: string;
  detail?: string | undefined;
  /** Done in part, the button says what it takes back: "Undo the 48". */
  undo?: string | undefined;
}

/** What a toast says when a bulk has ended: rules 24.11. It names the folder, since one may be elsewhere by now. */
export function jobToast({ action, folderName, state, done, refused, failed, message }: BulkJob): BulkToast {
  const whole = state === 'done' && refused === 0;
  if (action === 'undo') return { kind: whole ? 'success' : 'error', title: message, detail: failed[0]?.message };
  const where = folderName && folders[folderName].link;
  const details = [
    state === 'cancelled' && 'The rest was cancelled.',
    state === 'failed' && 'It stopped before its end. What is done stays done.',
    where && refused === 1 && `One stays selected in ${where}, with the reason.`,
    where && refused > 1 && `${count(refused)} stay selected in ${where}, with the reason.`,
  ].filter(Boolean);
  const inPart = state === 'done' && done > 0;
  return {
    kind: whole ? 'success' : inPart ? 'note' : 'error',
    title: message,
    ...(details.length > 0 && { detail: details.join(' ') }),
    ...(!whole && done > 1 && { undo: `Undo the ${count(done)}` }),
  };
}
