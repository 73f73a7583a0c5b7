import type { RefundDetails } from 'shared/api/refundDetails';
import { count } from 'shared/format/count';
import { mayDelete } from 'shared/rules/folders';
import { canMove, orderStatus, type MoveTarget, type OrderStatus } from 'shared/rules/orderStatus';
import { may, whoMay } from 'shared/rules/permissions';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import type { LockedOrder } from '../changes/lockQueries.ts';
import type { Decision, Failure } from './bulkPlan.ts';
import { withoutWhoLeft } from './reopened.ts';

type Movable = Pick<LockedOrder, 'status' | 'assignedTo' | 'assigneeHasLeft'>;

/**
 * Decides whether a member may move this order to a status, and what the move changes. Screens ask the same tables. `refund`:
 * details for a move to Refunds.
 */
export function decideMove(
  order: Movable,
  { target, refund = null }: { target: MoveTarget; refund?: RefundDetails | null | undefined },
  member: Actor,
): Decision {
  if (order.status === target) return refund ? { failure: isInRefunds } : 'alreadySo';
  if (!canMove(order.status, target)) return { failure: order.status === 'Deleted' ? isDeleted : cannot(order.status) };
  const move = { field: 'process_status', from: order.status, to: target } as const;
  if (target === 'Deleted') {
    const assignedToMe = order.assignedTo === member.id;
    if (!mayDelete(member.role, { status: order.status, assignedToMe })) return { failure: mayNotDelete(member) };
    return { change: { kind: 'delete', set: { processStatus: 'Deleted', beforeDeleteStatus: order.status }, ...move } };
  }
  const toRefunds = target === 'Refunds';
  const completed = target === 'Completed' ? { processedBy: member.id, completedAt: new Date() } : {};
  return {
    change: {
      kind: 'move',
      set: { processStatus: target, ...completed, ...(toRefunds && { refund }), ...withoutWhoLeft(order, target) },
      ...move,
    },
  };
}

/** Refund details belong to a move to Refunds. Throws 400. */
export function refuseRefundDetails({ updatingStatus, refund }: Moved) {
  if (refund && updatingStatus !== 'Refunds') throw new Refusal(400, 'Refund details go with a move to Refunds');
}

interface Moved {
  updatingStatus?: MoveTarget | undefined;
  refund?: RefundDetails | null | undefined;
}

export const isDeleted: Failure = {
  httpStatus: 409,
  message: 'This order is deleted. Restore it first.',
  several: (n) => `${count(n)} deleted before`,
};

/** Without it, details that were entered would be lost with a message of success. */
const isInRefunds: Failure = {
  httpStatus: 409,
  message:
    'This order is already in Refunds, so the refund details were not saved. Move it elsewhere, then to Refunds with them.',
  several: (n) => `${count(n)} already in Refunds`,
};

const mayNotDelete = ({ role }: Actor): Failure => {
  const needs = may(role, 'order.delete') ? 'order.deleteFromMyOrders' : 'order.delete';
  return needs === 'order.delete'
    ? {
        httpStatus: 403,
        message: `Only ${whoMay(needs)} can delete this order.`,
        several: (n) => `${count(n)} not yours to delete`,
      }
    : {
        httpStatus: 403,
        message: `This order is in your My Orders. Only ${whoMay(needs)} can delete it from there.`,
        several: (n) => `${count(n)} kept because you work on ${n === 1 ? 'it' : 'them'}`,
      };
};

const cannot = (from: OrderStatus): Failure => ({
  httpStatus: 409,
  message: `A ${orderStatus[from].label} order cannot be moved there.`,
  several: (n) => `${count(n)} ${orderStatus[from].label}`,
});
