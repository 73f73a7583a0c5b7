import { count } from 'shared/format/count';
import { folders } from 'shared/rules/folders';
import { orderStatus } from 'shared/rules/orderStatus';
import { may, rolesText, type Action } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/session.ts';
import type { LockedOrder } from '../changes/orderChanges.ts';
import { type BulkPlan, changeText, type Decision, type Failure, planRights } from './plan.ts';
import { reopens } from './move.ts';
import { deleteSnapshots, findUndoSnapshots, findConflicts, kindsOfAction, type UndoSnapshot } from './undoLog.ts';

type Conflict = Awaited<ReturnType<typeof findConflicts>>[number];

/** Skips orders that were changed since by others, or by a later action of the member that is not undone. */
export async function undoPlan(db: Database, actionId: string, member: Actor): Promise<BulkPlan> {
  const action = { actionId, memberId: member.id };
  const kinds = await kindsOfAction(db, action);
  const kind = undoableKinds.find((undoable) => kinds.includes(undoable))!;
  const stays = kinds.includes('ask') ? ' The question stays.' : kinds.includes('remark') ? ' The comment stays.' : '';
  const befores = new Map<string, UndoSnapshot>();
  const inTheWay = new Map<string, Conflict>();
  return {
    // Undo itself cannot be undone.
    undo: 'none',
    prefetch: async (tx, locked) => {
      const orderIds = locked.map((order) => order.orderId);
      for (const before of await findUndoSnapshots(tx, actionId, orderIds)) befores.set(before.orderId, before);
      const changed = locked.filter(({ orderId, version }) => befores.get(orderId)?.version !== version);
      if (changed.length === 0) return;
      for (const change of await findConflicts(tx, action, changed)) inTheWay.set(change.orderId, change);
    },
    decide: (order) => {
      const before = befores.get(order.orderId);
      const change = inTheWay.get(order.orderId);
      if (!before || change) return { failure: changedSince(order, change) };
      return decideUndo(order, before, member);
    },
    // Deletes the snapshots of undone orders, so that a cancelled Undo can be repeated for the rest.
    afterChange: async (tx, changed) => {
      const orderIds = changed.map((order) => order.orderId);
      if (orderIds.length > 0) await deleteSnapshots(tx, actionId, orderIds);
    },
    texts: {
      // A getter, because the text is known only after the decision about the order.
      get one() {
        const [before] = befores.values();
        return `Undone. Order ${before && isAgain(before, kind)}.${stays}`;
      },
      several: (n) => `Undone. ${count(n)} ${n === 1 ? 'order' : 'orders'} ${areAgain[kind]}`,
    },
  };
}

/** The move comes before `settle`, because a move with a comment also has an entry for handled messages. */
const undoableKinds = [
  'assign',
  'release',
  'move',
  'delete',
  'restore',
  'refund',
  'settle',
] as const satisfies HistoryKind[];
type UndoableKind = (typeof undoableKinds)[number];

function isAgain({ orderId, processStatus, assigneeName }: UndoSnapshot, kind: UndoableKind): string {
  if (kind === 'settle') return `${orderId} is back in ${folders.customerMessages.link}`;
  if (kind !== 'assign' && kind !== 'release') return `${orderId} is back in ${orderStatus[processStatus].label}`;
  return assigneeName ? `${orderId} is assigned to ${assigneeName} again` : `${orderId} is unassigned`;
}

const areAgain: Record<UndoableKind, string> = {
  assign: 'unassigned',
  release: 'assigned again',
  move: 'moved back',
  delete: 'restored',
  restore: 'deleted again',
  refund: 'back in Refunds',
  settle: `back in ${folders.customerMessages.link}`,
};

function decideUndo(order: LockedOrder, before: UndoSnapshot, member: Actor): Decision {
  if (isRefunded(order, before)) return { failure: refundStays(order) };
  const missing = missingRight(order, before, member);
  if (missing) return { failure: mayNot(missing) };
  const returnsToAssignee = before.assignedTo !== order.assignedTo || reopens(order.status, before.processStatus);
  if (before.assigneeLeftAt && returnsToAssignee && before.processStatus !== 'Deleted')
    return { failure: hasLeft(before) };
  const { processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund } = before;
  const { customerWroteAt } = before;
  const set = {
    ...{ processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt },
    // Only a move to Refunds changes the refund.
    ...(order.status === 'Refunds' && { refund }),
    ...(customerWroteAt && { customerWroteAt }),
  };
  const line = isHandling(order, before)
    ? ({ field: 'customer_message', from: null, to: null } as const)
    : processStatus === order.status
      ? ({ field: 'assign_to', from: order.assigneeName, to: before.assigneeName } as const)
      : ({ field: 'process_status', from: order.status, to: processStatus } as const);
  return { change: { kind: 'undo', set, ...line } };
}

const isHandling = (order: LockedOrder, before: UndoSnapshot) =>
  before.customerWroteAt !== null && before.processStatus === order.status && before.assignedTo === order.assignedTo;

/**
 * Undo requires the right to the inverse action, so a demoted member can no longer restore what they deleted. Members
 * who restored an order may undo that without the right to delete.
 */
function missingRight(order: LockedOrder, before: UndoSnapshot, { id, role }: Actor): Action | null {
  if (isHandling(order, before)) return may(role, planRights.handle.needs) ? null : planRights.handle.needs;
  if (order.status !== before.processStatus) {
    const { move, restore } = planRights;
    const { needs } = order.status === 'Deleted' || before.processStatus === 'Deleted' ? restore : move;
    return may(role, needs) ? null : needs;
  }
  const { assign, release } = planRights;
  const isAnothers = order.assignedTo !== null && order.assignedTo !== id;
  if (isAnothers && !may(role, release.ofAnother)) return release.ofAnother;
  const toAnother = before.assignedTo !== null && before.assignedTo !== id;
  return toAnother && !may(role, assign.ofAnother) ? assign.ofAnother : null;
}

/** Only cancelling the mail of a refund undoes it (rules 12.11). */
const isRefunded = (order: LockedOrder, before: UndoSnapshot) =>
  order.status === 'Completed Refunds' && !['Completed Refunds', 'Deleted'].includes(before.processStatus);

const refundStays = ({ orderId }: LockedOrder): Failure => ({
  httpStatus: 409,
  message: `The refund of ${orderId} can be undone only until its email is sent.`,
  several: (n) => `${count(n)} whose refund email is no longer waiting`,
});

const mayNot = (right: Action): Failure => ({
  httpStatus: 403,
  message: `Only ${rolesText(right)} can undo this now.`,
  several: (n) => `${count(n)} that only ${rolesText(right)} can undo`,
});

const hasLeft = ({ assigneeName }: UndoSnapshot): Failure => ({
  httpStatus: 409,
  message: `Undo is no longer possible: ${assigneeName} has left the team.`,
  several: (n) => `${count(n)} of ${assigneeName}, who has left the team`,
});

function changedSince({ orderId }: LockedOrder, change: Conflict | undefined): Failure {
  const by = change ? (change.by ?? 'Arrival Desk') : 'someone else';
  const what = change ? changeText(change) : `${orderId} has changed`;
  return {
    httpStatus: 409,
    message: `Undo is no longer possible: ${what}.`,
    by,
    several: (n) => `${count(n)} changed later by ${by}`,
  };
}
