/** What a toast says after an action on orders: rules 8.3, 24.11. */
import { count } from 'shared/format/count';
import type { BulkAction } from 'shared/rules/folders';
import type { BulkToast } from 'shared/desk/bulk/jobToast';
import type { BulkOutcome } from './runBulk.ts';
import { bulkWork } from './bulkWork.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `null` when nothing was done and nothing refused: it was cancelled before it began. */
export function bulkToast(action: BulkAction, outcome: BulkOutcome): BulkToast | null {
  const { done, failed, message, stopped, notBegun } = outcome;
  if (stopped && done.length === 0 && failed.size === 0) return { kind: 'error', title: stopped.message };
  if (done.length === 0 && failed.size === 0) return null;
  const title = message && !stopped ? message : counted(action, done.length, failed.size);
  const whole = !stopped && notBegun === 0;
  if (whole && failed.size === 0) return { kind: 'success', title };
  if (whole && done.length + failed.size === 1) return { kind: 'error', title };
  const detail = [stopped ? stopped.message : rest(outcome), stay([...failed.keys()])].filter(Boolean).join(' ');
  const undo = done.length > 1 ? { undo: `Undo the ${count(done.length)}` } : {};
  return { kind: 'error', title, detail, ...undo };
}

function rest({ notBegun, cancelled }: BulkOutcome): string {
  if (notBegun === 0) return '';
  return cancelled ? 'The rest was cancelled.' : 'The rest was not done.';
}

function counted(action: BulkAction, done: number, failed: number) {
  const what = `${count(done)} ${bulkWork[action].done}`;
  return failed ? `${what}, ${count(failed)} not` : what;
}

/** "100497 and 100491 stay selected, with the reason." */
function stay(ids: string[]): string {
  if (ids.length === 0) return '';
  if (ids.length === 1) return `${ids[0]} stays selected, with the reason.`;
  if (ids.length <= 3) return `${list.format(ids)} stay selected, with the reason.`;
  return `${count(ids.length)} stay selected, with the reason.`;
}
