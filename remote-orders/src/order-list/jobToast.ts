/** What a toast says when an action on a whole folder has ended: looks.md "Partial". */
import type { BulkJob } from 'shared/api/orderCalls';
import { count } from 'shared/format/count';
import type { BulkAction } from 'shared/rules/folders';
import type { BulkToast } from './bulkToast.ts';
import { bulkWork } from './bulkWork.ts';

/** `where` names the folder: the person may be elsewhere by now. */
export function jobToast(action: BulkAction, { state, done, refused, message }: BulkJob, where: string): BulkToast {
  const details = [
    state === 'cancelled' && 'The rest was cancelled.',
    state === 'failed' && `It stopped before its end. What is ${bulkWork[action].done} stays ${bulkWork[action].done}.`,
    refused === 1 && `One stays selected in ${where}, with the reason.`,
    refused > 1 && `${count(refused)} stay selected in ${where}, with the reason.`,
  ].filter(Boolean);
  const whole = state === 'done' && refused === 0;
  return {
    kind: whole ? 'success' : 'error',
    title: message,
    ...(details.length > 0 && { detail: details.join(' ') }),
    ...(!whole && done > 1 && { undo: `Undo the ${count(done)}` }),
  };
}
