import { and, eq, getTableColumns, inArray, notExists, sql } from 'drizzle-orm';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../../db/database.ts';
import { isoText } from '../../db/schema/columns.ts';
import { bulkJobs } from '../../db/schema/bulkJobs.ts';
import { mails } from '../../db/schema/mails.ts';
import { members } from '../../db/schema/members.ts';
import { type HistoryKind, undoSnapshots, orderActions, orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { customerMessages } from '../../db/schema/remarks.ts';
import type { DescribedChange } from './plan.ts';

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
  const { rows } = await tx.execute<{ actionId: string }>(sql`
    select action_id as "actionId" from ${orderHistory} where order_id = ${orderId} and kind = 'refund'
    order by id desc limit 1`);
  const [refund] = rows;
  if (!refund) return;
  await deleteSnapshots(tx, refund.actionId, [orderId]);
  await deleteUnchangedAction(tx, refund.actionId);
}

/** The last action that is not undone, even if its orders have changed since. */
export async function findNewestAction(db: Database, memberId: number): Promise<string | null> {
  const { rows } = await db.execute<{ actionId: string }>(sql`
    select action_id as "actionId" from ${orderActions}
    where member_id = ${memberId} and ${orderActions.undoneAt} is null
    order by ${orderActions.sequence} desc limit 1`);
  return rows[0]?.actionId ?? null;
}

interface SinceMail {
  memberId: number;
  orderId: string;
  mailId: number;
}

/** The member's last action that changed only this order, after the mail was queued, and is not undone. Else null. */
export async function findActionSinceMail(db: Database, { memberId, orderId, mailId }: SinceMail) {
  const { rows } = await db.execute<{ actionId: string; status: OrderStatus }>(sql`
    select ${orderActions.actionId} as "actionId", ${orders.processStatus} as status
    from ${orderActions}
    join ${undoSnapshots} as snapshot on snapshot.action_id = ${orderActions.actionId}
    join ${orders} on ${orders.orderId} = snapshot.order_id
    where ${orders.orderId} = ${orderId} and ${orderActions.memberId} = ${memberId} and ${orderActions.undoneAt} is null
      and ${orderActions.at} >= (select created_at from ${mails} where id = ${mailId})
      and not exists (
        select from ${undoSnapshots} as other
        where other.action_id = ${orderActions.actionId} and other.order_id <> ${orders.orderId}
      )
    order by ${orderActions.sequence} desc limit 1`);
  return rows[0] ?? null;
}

/**
 * Whether a history entry, aliased as `entry`, is a conflict: a change by others or by the system, or an action of the
 * member that is not undone. Undo deletes the snapshots that it restores, so an action with a snapshot is not undone.
 * Cancelled mails and customers' messages do not conflict, because Undo is still correct after them.
 */
const isConflict = (memberId: number) => sql`entry.kind not in ('mail', 'customer') and (
  entry.member_id is distinct from ${memberId} or exists (
    select from ${undoSnapshots} as theirs
    where theirs.action_id = entry.action_id and theirs.order_id = entry.order_id
  ))`;

/**
 * Returns false if the member must first undo a later action: one that is still running, or has orders that nobody has
 * changed since. Refunds cannot be undone here, so a refund prevents only the Undo of actions on the same orders.
 */
export async function isLastAction(db: Database, { memberId, sequence }: { memberId: number; sequence: number }) {
  const { rows } = await db.execute(sql`
    select 1 from ${orderActions}
    where member_id = ${memberId} and ${orderActions.sequence} > ${sequence} and ${orderActions.undoneAt} is null
      and not exists (select from ${orderHistory} where action_id = ${orderActions.actionId} and kind = 'refund')
      and (
        exists (select from ${bulkJobs} where action_id = ${orderActions.actionId} and state = 'running')
        or exists (
          select from ${undoSnapshots} as snapshot
          where snapshot.action_id = ${orderActions.actionId} and not exists (
            select from ${orderHistory} as entry
            where entry.order_id = snapshot.order_id and entry.version > snapshot.version and ${isConflict(memberId)}
          )
        )
      )
    limit 1`);
  return rows.length === 0;
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
  const { rows } = await db.execute(sql`
    select 1 from ${orderHistory} as entry
    join ${undoSnapshots} as snapshot on snapshot.action_id = ${actionId} and snapshot.order_id = entry.order_id
    where entry.kind = 'remark' and entry.member_id = ${memberId} and entry.version > snapshot.version
    limit 1`);
  return rows.length > 0;
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

/** The newest conflicting change of each order. */
export async function findConflicts(tx: Transaction, { actionId, memberId }: OwnAction, orderIds: readonly string[]) {
  const { rows } = await tx.execute<DescribedChange>(sql`
    select distinct on (entry.order_id) entry.order_id as "orderId", ${isoText(sql`entry.at`)} as at, members.name as by,
      entry.kind, entry."to"
    from ${orderHistory} as entry
    join ${undoSnapshots} as snapshot on snapshot.action_id = ${actionId} and snapshot.order_id = entry.order_id
    left join ${members} on members.id = entry.member_id
    where entry.order_id = any(${sql.param([...orderIds])}::text[]) and entry.version > snapshot.version
      and ${isConflict(memberId)}
    order by entry.order_id, entry.version desc, entry.id desc`);
  return rows;
}

/** Keeps each member's last twenty actions for a day, and all actions of members with a running bulk action. */
export async function deleteOldActions(db: Database) {
  await db.execute(sql`
    delete from ${orderActions}
    where member_id not in (select member_id from ${bulkJobs} where state = 'running') and (
      at < now() - make_interval(hours => ${undoTtlHours}) or action_id in (
        select action_id from (
          select action_id, row_number() over (partition by member_id order by ${orderActions.sequence} desc) as nth
          from ${orderActions}
        ) as ranked
        where nth > ${maxUndoableActions}
      ))`);
  // One statement writes an action and its snapshots, so a snapshot without an action belongs to a deleted action.
  await db.execute(sql`
    delete from ${undoSnapshots} as snapshot
    where not exists (select from ${orderActions} as action where action.action_id = snapshot.action_id)`);
}
