import { count, pluralize } from 'shared/format/count';
import { folders } from 'shared/rules/folders';
import { orderStatus } from 'shared/rules/orderStatus';
import { may, rolesText, type Action } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/session.ts';
import type { LockedOrder } from '../changes/orderChanges.ts';
import { type BulkPlan, changeText, conflict, type Decision, type DescribedChange, forbidden } from './plan.ts';
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
  const conflicts = new Map<string, DescribedChange>();
  return {
    // Undo itself cannot be undone.
    undo: 'none',
    prefetch: async (tx, locked) => {
      const orderIds = locked.map((order) => order.orderId);
      // Only the answer about a single order mentions comments.
      if (orderIds.length === 1) commented ||= await hasCommentedSince(tx, action);
      for (const snapshot of await findUndoSnapshots(tx, actionId, orderIds)) snapshots.set(snapshot.orderId, snapshot);
      const changed = locked
        .filter(({ orderId, version }) => snapshots.get(orderId)?.version !== version)
        .map(({ orderId }) => orderId);
      if (changed.length === 0) return;
      for (const change of await findConflicts(tx, action, changed)) conflicts.set(change.orderId, change);
    },
    decide: (order) => {
      const snapshot = snapshots.get(order.orderId);
      const change = conflicts.get(order.orderId);
      if (!snapshot || change) return changedSince(order, change);
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
  if (isRefunded(order, snapshot)) {
    return conflict(
      `The refund on ${order.orderId} can’t be undone once its email has been sent.`,
      (n) => `${count(n)} not undone: refund email can no longer be cancelled`,
    );
  }
  const missing = rightsToUndo(order, snapshot, member).find((right) => !may(member.role, right));
  if (missing) {
    const roles = rolesText(missing);
    return forbidden(`Only ${roles} can undo this now.`, (n) => `${count(n)} can be undone only by ${roles}`);
  }
  const returnsToAssignee = snapshot.assignedTo !== order.assignedTo || reopens(order.status, snapshot.processStatus);
  if (snapshot.assigneeLeftAt && returnsToAssignee && snapshot.processStatus !== 'Deleted') {
    const left = `${snapshot.assigneeName} has left the team`;
    return conflict(`Undo is no longer possible: ${left}.`, (n) => `${count(n)} not undone because ${left}`);
  }
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
function rightsToUndo(order: LockedOrder, snapshot: UndoSnapshot, { id }: Actor): Action[] {
  if (isHandling(order, snapshot)) return ['order.handle'];
  const { processStatus } = snapshot;
  if (order.status !== processStatus) {
    const isOfDeleted = order.status === 'Deleted' || processStatus === 'Deleted';
    return [isOfDeleted ? 'order.restore' : 'order.move'];
  }
  const isOfAnother = ({ assignedTo }: Pick<LockedOrder, 'assignedTo'>) => assignedTo !== null && assignedTo !== id;
  return [
    ...(isOfAnother(order) ? ['order.releaseOthers' as const] : []),
    ...(isOfAnother(snapshot) ? ['order.assignOthers' as const] : []),
  ];
}

/** A refund is undone only by cancelling its mail (rule 12.11). */
const isRefunded = (order: LockedOrder, snapshot: UndoSnapshot) =>
  order.status === 'Completed Refunds' && !['Completed Refunds', 'Deleted'].includes(snapshot.processStatus);

function changedSince({ orderId }: LockedOrder, change: DescribedChange | undefined) {
  const by = change ? (change.by ?? 'Arrival Desk') : 'someone else';
  const what = change ? changeText(change) : `${orderId} has changed`;
  return conflict(`Undo is no longer possible: ${what}.`, (n) => `${count(n)} changed later by ${by}`, by);
}
