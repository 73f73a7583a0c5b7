import { count } from 'shared/format/count';
import type { Actor } from '../../http/member.ts';
import type { BulkPlan } from './bulkPlan.ts';
import { decideMove } from './decideMove.ts';

/** Deletes orders: moves them to Deleted, never for good (rules 4.12). */
export const deletePlan = (member: Actor): BulkPlan => ({
  undoable: true,
  decide: (order) => decideMove(order, { target: 'Deleted' }, member),
  texts: { one: 'Order has been deleted successfully', several: (n) => `${count(n)} deleted` },
});
