/** What a toast says when an action on a whole folder has ended: rules 24.11. */
import type { BulkJob } from '../../api/orderCalls.ts';
import { count } from '../../format/count.ts';

export interface BulkToast {
  /** A `note` is neither: it was done in part. */
  kind: 'success' | 'note' | 'error';
  title: string;
  detail?: string;
  /** Done in part, the button says what it takes back: "Undo the 48". */
  undo?: string;
}

/** `where` names the folder: the person may be elsewhere by now. */
export function jobToast({ state, done, refused, message }: BulkJob, where: string): BulkToast {
  const details = [
    state === 'cancelled' && 'The rest was cancelled.',
    state === 'failed' && 'It stopped before its end. What is done stays done.',
    refused === 1 && `One stays selected in ${where}, with the reason.`,
    refused > 1 && `${count(refused)} stay selected in ${where}, with the reason.`,
  ].filter(Boolean);
  const whole = state === 'done' && refused === 0;
  const inPart = state === 'done' && done > 0;
  return {
    kind: whole ? 'success' : inPart ? 'note' : 'error',
    title: message,
    ...(details.length > 0 && { detail: details.join(' ') }),
    ...(!whole && done > 1 && { undo: `Undo the ${count(done)}` }),
  };
}
