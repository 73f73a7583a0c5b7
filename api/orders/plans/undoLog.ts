import {
  and,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../db/database.ts';
import { bulkJobs } from '../../db/schema/bulkJobs.ts';
import { mails } from '../../db/schema/mails.ts';
import { members } from '../../db/schema/members.ts';
import { type HistoryKind, undoSnapshots, orderActions, orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { customerMessages } from '../../db/schema/remarks.ts';
import type { LockedOrder } from '../changes/orderChanges.ts';

/** How long Undo stays possible, and for how many actions of a member (rule 8.13). */
const undoTtlHours = 24;
const maxUndoableActions = 20;

interface OwnAction {
  actionId: string;
  memberId: number;
}

/** Deletes an action that changed nothing, so that Undo does not stop at it. */
export async function deleteUnchangedAction(tx: Transaction, actionId: string) {
  const changed = tx.select().from(undoSnapshots).where(eq(undoSnapshots.actionId, actionId));
  await tx.delete(orderActions).where(and(eq(orderActions.actionId, actionId), notExists(changed)));
}

/** Deletes the order's last refund from Undo's log. Call this when cancelling the refund's mail has undone it. */
export async function deleteRefundFromLog(tx: Transaction, orderId: string) {
  const [refund] = await tx
    .select({ actionId: orderHistory.actionId })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.kind, 'refund')))
    .orderBy(desc(orderHistory.id))
    .limit(1);
  if (!refund) return;
  await deleteSnapshots(tx, refund.actionId, [orderId]);
  await deleteUnchangedAction(tx, refund.actionId);
}

/** The last action that is not undone, even if its orders have changed since. */
export async function findNewestAction(db: Database, memberId: number): Promise<string | null> {
  const [newest] = await db
    .select({ actionId: orderActions.actionId })
    .from(orderActions)
    .where(and(eq(orderActions.memberId, memberId), isNull(orderActions.undoneAt)))
    .orderBy(desc(orderActions.sequence))
    .limit(1);
  return newest?.actionId ?? null;
}

interface SinceMail {
  memberId: number;
  orderId: string;
  mailId: number;
}

/** The member's last action that changed only this order, after the mail was queued, and is not undone. Else null. */
export async function findActionSinceMail(db: Database, { memberId, orderId, mailId }: SinceMail) {
  const { actionId } = orderActions;
  const others = db
    .select()
    .from(laterSnapshots)
    .where(and(eq(laterSnapshots.actionId, actionId), ne(laterSnapshots.orderId, orderId)));
  const [last] = await db
    .select({ actionId, status: orders.processStatus })
    .from(orderActions)
    .innerJoin(undoSnapshots, and(eq(undoSnapshots.actionId, actionId), eq(undoSnapshots.orderId, orderId)))
    .innerJoin(orders, eq(orders.orderId, undoSnapshots.orderId))
    .where(
      and(
        eq(orderActions.memberId, memberId),
        isNull(orderActions.undoneAt),
        gte(orderActions.at, sql`(select created_at from ${mails} where id = ${mailId})`),
        notExists(others),
      ),
    )
    .orderBy(desc(orderActions.sequence))
    .limit(1);
  return last ?? null;
}

/** Snapshots, in subqueries. Undo deletes the snapshots that it restores, so one that exists is not undone. */
const laterSnapshots = alias(undoSnapshots, 'later_snapshots');

/** Conflicts are changes by others or by the system, and the member's own later actions that are not undone. */
const hasConflict = (db: Database, memberId: number) =>
  and(
    // Undo is still correct after cancelled mails and customers' messages.
    notInArray(orderHistory.kind, ['mail', 'customer']),
    or(
      sql`${orderHistory.memberId} is distinct from ${memberId}`,
      exists(
        db
          .select()
          .from(laterSnapshots)
          .where(
            and(eq(laterSnapshots.actionId, orderHistory.actionId), eq(laterSnapshots.orderId, orderHistory.orderId)),
          ),
      ),
    ),
  );

/**
 * Returns false if the member must first undo a later action: one that is still running, or has orders that nobody has
 * changed since. Refunds cannot be undone here, so a refund prevents only the Undo of actions on the same orders.
 */
export async function isLastAction(db: Database, { memberId, sequence }: { memberId: number; sequence: number }) {
  const { actionId, undoneAt } = orderActions;
  const stillRunning = db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.actionId, actionId), eq(bulkJobs.state, 'running')));
  const changedSince = db
    .select()
    .from(orderHistory)
    .where(
      and(
        eq(orderHistory.orderId, undoSnapshots.orderId),
        gt(orderHistory.version, undoSnapshots.version),
        hasConflict(db, memberId),
      ),
    );
  const unchangedSince = db
    .select()
    .from(undoSnapshots)
    .where(and(eq(undoSnapshots.actionId, actionId), notExists(changedSince)));
  const refunded = db
    .select()
    .from(orderHistory)
    .where(and(eq(orderHistory.actionId, actionId), eq(orderHistory.kind, 'refund')));
  const [later] = await db
    .select({ sequence: orderActions.sequence })
    .from(orderActions)
    .where(
      and(
        eq(orderActions.memberId, memberId),
        gt(orderActions.sequence, sequence),
        isNull(undoneAt),
        notExists(refunded),
        or(exists(stillRunning), exists(unchangedSince)),
      ),
    )
    .limit(1);
  return !later;
}

/** The kinds of an action's history entries; none if the member has no such action. */
export async function kindsOfAction(db: Database, { actionId, memberId }: OwnAction): Promise<HistoryKind[]> {
  const rows = await db
    .selectDistinct({ kind: orderHistory.kind })
    .from(orderHistory)
    .where(and(eq(orderHistory.actionId, actionId), eq(orderHistory.memberId, memberId)));
  return rows.map(({ kind }) => kind);
}

/** Whether the member has commented on one of the action's orders since the action. Undo keeps the comment. */
export async function hasCommentedSince(db: Database, { actionId, memberId }: OwnAction): Promise<boolean> {
  const { orderId, kind, version } = orderHistory;
  const [comment] = await db
    .select({ orderId })
    .from(orderHistory)
    .innerJoin(undoSnapshots, and(eq(undoSnapshots.actionId, actionId), eq(undoSnapshots.orderId, orderId)))
    .where(and(eq(kind, 'remark'), eq(orderHistory.memberId, memberId), gt(version, undoSnapshots.version)))
    .limit(1);
  return comment !== undefined;
}

/** The question asked with the member's action, or null. */
export async function findQuestion(db: Database, { actionId, memberId }: OwnAction) {
  const { orderId, id, createdAt, withdrawnAt } = customerMessages;
  const [question] = await db
    .select({ orderId, id, withdrawnAt })
    .from(customerMessages)
    // Both rows are written in one transaction, and so have the same time.
    .innerJoin(orderHistory, and(eq(orderHistory.orderId, orderId), eq(orderHistory.at, createdAt)))
    .where(and(eq(orderHistory.actionId, actionId), eq(orderHistory.kind, 'ask'), eq(orderHistory.memberId, memberId)));
  return question ?? null;
}

export async function deleteSnapshots(tx: Transaction, actionId: string, orderIds: readonly string[]) {
  await tx
    .delete(undoSnapshots)
    .where(and(eq(undoSnapshots.actionId, actionId), inArray(undoSnapshots.orderId, [...orderIds])));
}

export async function markUndone(tx: Transaction, actionId: string) {
  await tx
    .update(orderActions)
    .set({ undoneAt: sql`now()` })
    .where(eq(orderActions.actionId, actionId));
}

export type UndoSnapshot = Awaited<ReturnType<typeof findUndoSnapshots>>[number];

export function findUndoSnapshots(tx: Transaction, actionId: string, orderIds: readonly string[]) {
  return tx
    .select({ ...getTableColumns(undoSnapshots), assigneeName: members.name, assigneeLeftAt: members.deletedAt })
    .from(undoSnapshots)
    .leftJoin(members, eq(members.id, undoSnapshots.assignedTo))
    .where(and(eq(undoSnapshots.actionId, actionId), inArray(undoSnapshots.orderId, [...orderIds])));
}

export function findConflicts(tx: Transaction, { actionId, memberId }: OwnAction, changed: readonly LockedOrder[]) {
  const { orderId, id } = orderHistory;
  return tx
    .selectDistinctOn([orderId], {
      orderId,
      at: orderHistory.at,
      by: members.name,
      kind: orderHistory.kind,
      to: orderHistory.to,
    })
    .from(orderHistory)
    .innerJoin(undoSnapshots, and(eq(undoSnapshots.actionId, actionId), eq(undoSnapshots.orderId, orderId)))
    .leftJoin(members, eq(members.id, orderHistory.memberId))
    .where(
      and(
        inArray(
          orderId,
          changed.map((order) => order.orderId),
        ),
        gt(orderHistory.version, undoSnapshots.version),
        hasConflict(tx, memberId),
      ),
    )
    .orderBy(orderId, desc(orderHistory.version), desc(id));
}

/** Keeps each member's last twenty actions for a day, and all actions of members with a running bulk action. */
export async function deleteOldActions(db: Database) {
  const { actionId, memberId, sequence, at } = orderActions;
  const byMember = db
    .select({
      actionId,
      nth: sql<number>`row_number() over (partition by ${memberId} order by ${sequence} desc)`.as('nth'),
    })
    .from(orderActions)
    .as('by_member');
  const beyond = db.select({ actionId: byMember.actionId }).from(byMember).where(gt(byMember.nth, maxUndoableActions));
  const busy = db.select({ memberId: bulkJobs.memberId }).from(bulkJobs).where(eq(bulkJobs.state, 'running'));
  const over = or(lt(at, sql`now() - make_interval(hours => ${undoTtlHours})`), inArray(actionId, beyond));
  await db.delete(orderActions).where(and(over, notInArray(memberId, busy)));
  // One statement writes an action and its snapshots, so a snapshot without an action belongs to a deleted action.
  const orphans = db
    .selectDistinct({ actionId: undoSnapshots.actionId })
    .from(undoSnapshots)
    .leftJoin(orderActions, eq(orderActions.actionId, undoSnapshots.actionId))
    .where(isNull(orderActions.actionId));
  await db.delete(undoSnapshots).where(inArray(undoSnapshots.actionId, orphans));
}
