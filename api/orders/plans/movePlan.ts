import type { MailServiceProvider } from 'shared/api/fields';
import type { RefundDetails } from 'shared/api/refundDetails';
import { count } from 'shared/format/count';
import { mayDelete } from 'shared/rules/folders';
import { type MoveTarget, type OrderStatus, canMove, orderStatus } from 'shared/rules/orderStatus';
import { may, whoMay } from 'shared/rules/permissions';
import { Refusal } from '../../http/Refusal.ts';
import type { Actor } from '../../http/authorise.ts';
import { queueMails } from '../../mail/queueMail.ts';
import type { LockedOrder, OrderPlace } from '../changes/changeQueries.ts';
import type { BulkPlan, Decision, Failure } from './plan.ts';

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

/** Deletes orders: moves them to Deleted, never for good (rules 4.12). */
const deletePlan = (member: Actor): BulkPlan => ({
  undoable: true,
  decide: (order) => decideMove(order, { target: 'Deleted' }, member),
  texts: { one: 'Order has been deleted successfully', several: (n) => `${count(n)} deleted` },
});

/** Brings deleted orders back as they were, assignee and all, but for one who has left the team. */
export const restorePlan: BulkPlan = {
  undoable: true,
  decide: decideRestore,
  texts: { one: 'Order has been restored successfully', several: (n) => `${count(n)} restored` },
};

function decideRestore(order: LockedOrder): Decision {
  const { status, beforeDeleteStatus } = order;
  if (beforeDeleteStatus === null) {
    return {
      failure: { httpStatus: 409, message: 'This order is not deleted', several: (n) => `${count(n)} not deleted` },
    };
  }
  const whose = withoutWhoLeft(order, beforeDeleteStatus);
  const set = { processStatus: beforeDeleteStatus, beforeDeleteStatus: null, ...whose };
  return { change: { kind: 'restore', set, field: 'process_status', from: status, to: beforeDeleteStatus } };
}

/** Whether a change makes an order open again, which turns up in its assignee's My Orders then. */
export const reopens = (from: OrderStatus, to: OrderStatus) => !orderStatus[from].open && orderStatus[to].open;

/** The further change of a move: an order does not go back to a member who has left the team. */
function withoutWhoLeft(
  { status, assigneeHasLeft }: Pick<LockedOrder, 'status' | 'assigneeHasLeft'>,
  to: OrderStatus,
): Partial<OrderPlace> {
  return assigneeHasLeft && reopens(status, to) ? { assignedTo: null, assignedAt: null } : {};
}

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

/**
 * "Refunded it": completes the refund and mails the customer. A second click changes nothing and sends nothing. Its mail
 * is out, so there is no Undo.
 */
export function refundPlan(member: Actor, provider: MailServiceProvider): BulkPlan {
  return {
    undoable: false,
    decide: decideRefund,
    alongWith: async (tx, refunded, asked) => {
      const requests = refunded.map(({ orderId, contactEmailAddress, email }) => {
        const recipient = contactEmailAddress ?? email;
        return { orderId, kind: 'refund' as const, recipient, provider, askedBy: member.id };
      });
      await queueMails(tx, requests, asked);
    },
    texts: {
      one: 'Order has been refunded successfully',
      several: (n) => `${count(n)} refunded`,
      already: 'Order was already refunded',
    },
  };
}

function decideRefund({ status }: LockedOrder): Decision {
  if (status === 'Completed Refunds') return 'alreadySo';
  if (!orderStatus[status].leaves?.refund) {
    const { label } = orderStatus[status];
    return {
      failure: {
        httpStatus: 409,
        message: `A ${label} order cannot be refunded`,
        several: (n) => `${count(n)} not in Refunds`,
      },
    };
  }
  const set = { processStatus: 'Completed Refunds' as const, refundDate: new Date().toISOString().slice(0, 10) };
  return { change: { kind: 'refund', set, field: 'process_status', from: status, to: 'Completed Refunds' } };
}
