import { count, pluralize } from 'shared/format/count';
import { folders } from 'shared/rules/folders';
import { orderStatus } from 'shared/rules/orderStatus';
import { may, rolesText, type Action } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/session.ts';
import type { LockedOrder } from '../changes/orderChanges.ts';
import { type BulkPlan, changeText, type Decision, type Failure, planRights } from './plan.ts';
import { reopens } from './move.ts';
import {
  deleteSnapshots,
  findQuestion,
  findUndoSnapshots,
  findConflicts,
  hasCommentedSince,
  kindsOfAction,
  type UndoSnapshot,
} from './undoLog.ts';

type Conflict = Awaited<ReturnType<typeof findConflicts>>[number];

/** Skips orders with later changes by others, or by actions of the member that are not undone. */
export async function undoPlan(db: Database, actionId: string, member: Actor): Promise<BulkPlan> {
  const action = { actionId, memberId: member.id };
  const kinds = await kindsOfAction(db, action);
  const kind = undoableKinds.find((undoable) => kinds.includes(undoable))!;
  const questionText =
    kinds.includes('ask') &&
    ` Your question was ${(await findQuestion(db, action))?.withdrawnAt ? 'withdrawn' : 'kept'}.`;
  let commented = kinds.includes('remark');
  const snapshots = new Map<string, UndoSnapshot>();
  const conflicts = new Map<string, Conflict>();
  return {
    // Undo itself cannot be undone.
    undo: 'none',
    prefetch: async (tx, locked) => {
      const orderIds = locked.map((order) => order.orderId);
      // Only the answer about a single order mentions comments.
      if (orderIds.length === 1) commented ||= await hasCommentedSince(tx, action);
      for (const snapshot of await findUndoSnapshots(tx, actionId, orderIds)) snapshots.set(snapshot.orderId, snapshot);
      const changed = locked.filter(({ orderId, version }) => snapshots.get(orderId)?.version !== version);
      if (changed.length === 0) return;
      for (const change of await findConflicts(tx, action, changed)) conflicts.set(change.orderId, change);
    },
    decide: (order) => {
      const snapshot = snapshots.get(order.orderId);
      const change = conflicts.get(order.orderId);
      if (!snapshot || change) return { failure: changedSinceFailure(order, change) };
      return decideUndo(order, snapshot, member);
    },
    // Deletes the snapshots of undone orders, so that a cancelled Undo can be repeated for the rest.
    afterChange: async (tx, changed) => {
      const orderIds = changed.map((order) => order.orderId);
      if (orderIds.length > 0) await deleteSnapshots(tx, actionId, orderIds);
    },
    texts: {
      one: (orderId) =>
        `Undone. Order ${undoneText(snapshots.get(orderId)!, kind)}.${questionText || (commented ? ' Your comment was kept.' : '')}`,
      several: (n) => `Undone. ${pluralize(n, 'order')} ${undoneTexts[kind]}`,
      isSentence: true,
    },
  };
}

/** In order of preference: `move` before `settle`, because a move with a comment may have entries of both kinds. */
export const undoableKinds = [
  'assign',
  'release',
  'move',
  'delete',
  'restore',
  'refund',
  'settle',
] as const satisfies HistoryKind[];
type UndoableKind = (typeof undoableKinds)[number];

function undoneText({ orderId, processStatus, assigneeName }: UndoSnapshot, kind: UndoableKind): string {
  if (kind === 'settle') return `${orderId} is back in ${folders.customerMessages.link}`;
  if (kind !== 'assign' && kind !== 'release') return `${orderId} is back in ${orderStatus[processStatus].label}`;
  return assigneeName ? `${orderId} is assigned to ${assigneeName} again` : `${orderId} is unassigned`;
}

const undoneTexts: Record<UndoableKind, string> = {
  assign: 'unassigned',
  release: 'assigned again',
  move: 'moved back',
  delete: 'restored',
  restore: 'deleted again',
  refund: 'back in Refunds',
  settle: `back in ${folders.customerMessages.link}`,
};

function decideUndo(order: LockedOrder, snapshot: UndoSnapshot, member: Actor): Decision {
  if (isRefunded(order, snapshot)) return { failure: refundFailure(order) };
  const missing = missingRight(order, snapshot, member);
  if (missing) return { failure: forbiddenFailure(missing) };
  const returnsToAssignee = snapshot.assignedTo !== order.assignedTo || reopens(order.status, snapshot.processStatus);
  if (snapshot.assigneeLeftAt && returnsToAssignee && snapshot.processStatus !== 'Deleted')
    return { failure: assigneeLeftFailure(snapshot) };
  const { processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt, refund } = snapshot;
  const { customerWroteAt } = snapshot;
  const set = {
    ...{ processStatus, beforeDeleteStatus, assignedTo, assignedAt, processedBy, completedAt },
    // Only a move to Refunds changes the refund details.
    ...(order.status === 'Refunds' && { refund }),
    ...(customerWroteAt && { customerWroteAt }),
  };
  const line = isHandling(order, snapshot)
    ? ({ field: 'customer_message', from: null, to: null } as const)
    : processStatus === order.status
      ? ({ field: 'assign_to', from: order.assigneeName, to: snapshot.assigneeName } as const)
      : ({ field: 'process_status', from: order.status, to: processStatus } as const);
  return { change: { kind: 'undo', set, ...line } };
}

const isHandling = (order: LockedOrder, snapshot: UndoSnapshot) =>
  snapshot.customerWroteAt !== null &&
  snapshot.processStatus === order.status &&
  snapshot.assignedTo === order.assignedTo;

/**
 * Undo requires the right to the inverse action, so a demoted member can no longer restore what they deleted. Members
 * who restored an order may undo that without the right to delete.
 */
function missingRight(order: LockedOrder, snapshot: UndoSnapshot, { id, role }: Actor): Action | null {
  if (isHandling(order, snapshot)) return may(role, planRights.handle.needs) ? null : planRights.handle.needs;
  if (order.status !== snapshot.processStatus) {
    const { move, restore } = planRights;
    const { needs } = order.status === 'Deleted' || snapshot.processStatus === 'Deleted' ? restore : move;
    return may(role, needs) ? null : needs;
  }
  const { assign, release } = planRights;
  const isAnothers = order.assignedTo !== null && order.assignedTo !== id;
  if (isAnothers && !may(role, release.ofAnother)) return release.ofAnother;
  const toAnother = snapshot.assignedTo !== null && snapshot.assignedTo !== id;
  return toAnother && !may(role, assign.ofAnother) ? assign.ofAnother : null;
}

/** A refund is undone only by cancelling its mail (rule 12.11). */
const isRefunded = (order: LockedOrder, snapshot: UndoSnapshot) =>
  order.status === 'Completed Refunds' && !['Completed Refunds', 'Deleted'].includes(snapshot.processStatus);

const refundFailure = ({ orderId }: LockedOrder): Failure => ({
  httpStatus: 409,
  message: `The refund on ${orderId} can’t be undone once its email has been sent.`,
  several: (n) => `${count(n)} not undone: refund email can no longer be cancelled`,
});

const forbiddenFailure = (right: Action): Failure => ({
  httpStatus: 403,
  message: `Only ${rolesText(right)} can undo this now.`,
  several: (n) => `${count(n)} can be undone only by ${rolesText(right)}`,
});

const assigneeLeftFailure = ({ assigneeName }: UndoSnapshot): Failure => ({
  httpStatus: 409,
  message: `Undo is no longer possible: ${assigneeName} has left the team.`,
  several: (n) => `${count(n)} not undone because ${assigneeName} has left the team`,
});

function changedSinceFailure({ orderId }: LockedOrder, change: Conflict | undefined): Failure {
  const by = change ? (change.by ?? 'Arrival Desk') : 'someone else';
  const what = change ? changeText(change) : `${orderId} has changed`;
  return {
    httpStatus: 409,
    message: `Undo is no longer possible: ${what}.`,
    by,
    several: (n) => `${count(n)} changed later by ${by}`,
  };
}
