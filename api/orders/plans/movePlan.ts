import { count } from 'shared/format/count';
import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import type { Actor } from '../../http/member.ts';
import type { BulkPlan } from './bulkPlan.ts';
import { decideMove } from './decideMove.ts';

/** Moves orders to another status, also to Deleted. The status it has already changes nothing. */
export function movePlan(updatingStatus: MoveTarget, member: Actor): BulkPlan {
  const { label } = orderStatus[updatingStatus];
  return {
    undoable: true,
    decide: (order) => decideMove(order, updatingStatus, member),
    texts:
      updatingStatus === 'Deleted'
        ? { one: 'Order has been deleted successfully', several: (n) => `${count(n)} deleted` }
        : { one: `Order has been moved to ${label}`, several: (n) => `${count(n)} moved to ${label}` },
  };
}
