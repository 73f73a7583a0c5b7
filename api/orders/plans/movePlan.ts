import type { RefundDetails } from 'shared/api/refundDetails';
import { count } from 'shared/format/count';
import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import type { Actor } from '../../http/member.ts';
import type { BulkPlan } from './bulkPlan.ts';
import { decideMove } from './decideMove.ts';
import { deletePlan } from './deletePlan.ts';

/** Moves orders to another status; to Deleted as `deletePlan` does. The status it has already changes nothing. */
export function movePlan(updatingStatus: MoveTarget, member: Actor, refund?: RefundDetails | null): BulkPlan {
  if (updatingStatus === 'Deleted') return deletePlan(member);
  const { label } = orderStatus[updatingStatus];
  return {
    undoable: true,
    decide: (order) => decideMove(order, { target: updatingStatus, refund }, member),
    texts: { one: `Order has been moved to ${label}`, several: (n) => `${count(n)} moved to ${label}` },
  };
}
