import { count } from 'shared/format/count';
import type { BulkPlan } from '../plans/bulkPlan.ts';

/** "1 refunded, 2 already so": what several orders became, and what some of those that are done were before. */
export function doneText({ several }: BulkPlan['texts'], { done, changed }: { done: number; changed: number }): string {
  const already = done - changed;
  if (already === 0) return several(done);
  return changed === 0 ? `${count(already)} already so` : `${several(changed)}, ${count(already)} already so`;
}
