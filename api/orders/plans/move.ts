import { randomUUID } from 'node:crypto';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import type { RefundDetails } from 'shared/api/refundDetails';
import { count } from 'shared/format/count';
import { mayDelete } from 'shared/rules/folders';
import { type MoveTarget, type OrderStatus, canMove, orderStatus } from 'shared/rules/orderStatus';
import { may, rolesText } from 'shared/rules/permissions';
import type { Transaction } from '../../db/database.ts';
import { HttpError } from '../../http/HttpError.ts';
import type { Actor } from '../../http/session.ts';
import { queueMails } from '../../mail/queueMail.ts';
import { type LockedOrder, lockOrders, type OrderState, writeChanges } from '../changes/orderChanges.ts';
import { type BulkPlan, conflict, type Decision, forbidden, deletedOrder } from './plan.ts';
import { deleteRefundFromLog } from './undoLog.ts';

export function movePlan(updatingStatus: MoveTarget, member: Actor, refund?: RefundDetails | null): BulkPlan {
  const { label } = orderStatus[updatingStatus];
  return {
    undo: 'offered',
    decide: (order) => decideMove(order, { target: updatingStatus, refund }, member),
    texts:
      updatingStatus === 'Deleted'
        ? { one: () => 'Order has been deleted successfully', several: (n) => `${count(n)} deleted` }
        : { one: (orderId) => moveText(orderId, updatingStatus), several: (n) => `${count(n)} moved to ${label}` },
  };
}

/** Names the order, because the toast may still be shown when the member is on the next one. */
export const moveText = (orderId: string, to: MoveTarget) =>
  `Order ${orderId} has been moved to ${orderStatus[to].label}.`;

export const restorePlan: BulkPlan = {
  undo: 'offered',
  decide: decideRestore,
  texts: { one: () => 'Order has been restored successfully', several: (n) => `${count(n)} restored` },
};

function decideRestore(order: LockedOrder): Decision {
  const { status, beforeDeleteStatus } = order;
  if (beforeDeleteStatus === null) {
    return conflict('This order is not deleted.', (n) => `${count(n)} not deleted`);
  }
  const whose = clearFormerAssignee(order, beforeDeleteStatus);
  const set = { processStatus: beforeDeleteStatus, beforeDeleteStatus: null, ...whose };
  return { change: { kind: 'restore', set, field: 'process_status', from: status, to: beforeDeleteStatus } };
}

/** Whether a change reopens an order. A reopened order returns to its assignee's My Orders. */
export const reopens = (from: OrderStatus, to: OrderStatus) => !orderStatus[from].open && orderStatus[to].open;

function clearFormerAssignee({ status, assigneeHasLeft }: LockedOrder, to: OrderStatus): Partial<OrderState> {
  return assigneeHasLeft && reopens(status, to) ? { assignedTo: null, assignedAt: null } : {};
}

/** Uses the same rules as the screens (`canMove` and `mayDelete`). */
export function decideMove(
  order: LockedOrder,
  { target, refund = null }: { target: MoveTarget; refund?: RefundDetails | null | undefined },
  member: Actor,
): Decision {
  if (order.status === target) return refund ? alreadyInRefunds : 'unchanged';
  if (!canMove(order.status, target)) return order.status === 'Deleted' ? deletedOrder : cannotMove(order.status);
  const move = { field: 'process_status', from: order.status, to: target } as const;
  if (target === 'Deleted') {
    const assignedToMe = order.assignedTo === member.id;
    if (!mayDelete(member.role, { status: order.status, assignedToMe })) return mayNotDelete(member);
    return { change: { kind: 'delete', set: { processStatus: 'Deleted', beforeDeleteStatus: order.status }, ...move } };
  }
  const toRefunds = target === 'Refunds';
  const completed = target === 'Completed' ? { processedBy: member.id, completedAt: new Date() } : {};
  return {
    change: {
      kind: 'move',
      set: { processStatus: target, ...completed, ...(toRefunds && { refund }), ...clearFormerAssignee(order, target) },
      ...move,
    },
  };
}

/** Throws 400. */
export function assertNoRefundDetails({ updatingStatus, refund }: Moved) {
  if (refund && updatingStatus !== 'Refunds') throw new HttpError(400, 'Refund details require a move to Refunds');
}

interface Moved {
  updatingStatus?: MoveTarget | undefined;
  refund?: RefundDetails | null | undefined;
}

/** A failure, because a success would hide that the entered details are not saved. */
const alreadyInRefunds = conflict(
  'This order is already in Refunds, so the refund details were not saved. Move it to another folder first, then to Refunds with the details.',
  (n) => `${count(n)} already in Refunds`,
);

function mayNotDelete({ role }: Actor) {
  if (!may(role, 'order.delete')) {
    return forbidden(
      `Only ${rolesText('order.delete')} can delete this order.`,
      (n) => `${count(n)} not yours to delete`,
    );
  }
  return forbidden(
    `This order is in your My Orders. Only ${rolesText('order.deleteFromMyOrders')} can delete it from there.`,
    (n) => `${count(n)} kept because you are working on ${n === 1 ? 'it' : 'them'}`,
  );
}

function cannotMove(from: OrderStatus) {
  const { label } = orderStatus[from];
  return conflict(`A ${label} order cannot be moved there.`, (n) => `${count(n)} ${label}`);
}

/** A second click changes and sends nothing. Cancelling the waiting mail undoes the refund. */
export function refundPlan(
  member: Actor,
  { provider, mailDelaySeconds }: { provider: MailServiceProvider; mailDelaySeconds: number },
): BulkPlan {
  return {
    undo: 'refused',
    decide: decideRefund,
    afterChange: async (tx, refunded, mode) => {
      const requests = refunded.map(({ orderId, contactEmailAddress, email }) => {
        const recipient = contactEmailAddress ?? email;
        const waitSeconds = mode === 'single' ? mailDelaySeconds : 0;
        return { orderId, kind: 'refund' as const, recipient, provider, askedBy: member.id, waitSeconds };
      });
      const [mail] = await queueMails(tx, requests, mode);
      if (!mail?.dueAt) return {};
      return { mail: { mailId: mail.mailId, dueAt: mail.dueAt.toISOString() } };
    },
    texts: {
      one: (orderId) => `Order ${orderId} has been refunded successfully`,
      several: (n) => `${count(n)} refunded`,
      already: 'Order was already refunded',
    },
  };
}

function decideRefund({ status }: LockedOrder): Decision {
  if (status === 'Completed Refunds') return 'unchanged';
  if (!orderStatus[status].otherTransitions?.refund) {
    return conflict(
      `An order in ${orderStatus[status].label} cannot be refunded.`,
      (n) => `${count(n)} not in Refunds`,
    );
  }
  const set = { processStatus: 'Completed Refunds' as const, refundDate: new Date().toISOString().slice(0, 10) };
  return { change: { kind: 'refund', set, field: 'process_status', from: status, to: 'Completed Refunds' } };
}

/** Returns false if the order is no longer in Completed Refunds. */
export async function undoRefund(tx: Transaction, orderId: string, member: { id: number }): Promise<boolean> {
  const [order] = await lockOrders(tx, [orderId]);
  if (order?.status !== 'Completed Refunds') return false;
  const change = {
    kind: 'undo',
    field: 'process_status',
    from: order.status,
    to: 'Refunds',
    set: { processStatus: 'Refunds', refundDate: null },
  } as const;
  await writeChanges(tx, [{ orderId, change }], { actionId: randomUUID(), memberId: member.id, undoable: false });
  await deleteRefundFromLog(tx, orderId);
  return true;
}
