/** What a toast says after an action on orders: rules 8.3, 24.11. */
import type { BulkToast } from 'shared/desk';
import { count } from 'shared/format/count';
import type { BulkOutcome } from './runBulk.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function bulkToast({ done, failed, message: title, error }: BulkOutcome): BulkToast {
  if (error) return { kind: 'error', title };
  if (failed.size === 0) return { kind: 'success', title };
  if (done.length + failed.size === 1) return { kind: 'error', title };
  const undo = done.length > 1 ? { undo: `Undo the ${count(done.length)}` } : {};
  return { kind: done.length > 0 ? 'note' : 'error', title, detail: stay([...failed.keys()]), ...undo };
}

/** "100497 and 100491 stay selected, with the reason." */
function stay(ids: string[]): string {
  if (ids.length === 1) return `${ids[0]} stays selected, with the reason.`;
  if (ids.length <= 3) return `${list.format(ids)} stay selected, with the reason.`;
  return `${count(ids.length)} stay selected, with the reason.`;
}
