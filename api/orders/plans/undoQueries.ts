import { and, asc, desc, eq, exists, gt, inArray, isNull, lt, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../db/database.ts';
import { bulkJobs } from '../../db/schema/bulkJobs.ts';
import { members } from '../../db/schema/members.ts';
import { type HistoryKind, orderActionBefores, orderActions, orderHistory } from '../../db/schema/orderHistory.ts';
import type { LockedOrder } from '../changes/changeQueries.ts';

/** How many actions of a member can be taken back, one after the other (rules 8.13). */
const actionsKept = 20;

/** Gives an action that is going to be done in portions its place among the member's. */
export async function beginAction(tx: Transaction, action: { actionId: string; memberId: number }) {
  await tx.insert(orderActions).values(action);
}

/** Forgets an action that changed nothing in the end: it is in the way of no Undo. */
export async function forgetIfIdle(tx: Transaction, actionId: string) {
  const changed = tx.select().from(orderActionBefores).where(eq(orderActionBefores.actionId, actionId));
  await tx.delete(orderActions).where(and(eq(orderActions.actionId, actionId), notExists(changed)));
}

/** Locks an action of one's own: of two who take it back at once, the second finds it taken back. */
export async function lockAction(tx: Transaction, { actionId, memberId }: { actionId: string; memberId: number }) {
  const [action] = await tx
    .select()
    .from(orderActions)
    .where(and(eq(orderActions.actionId, actionId), eq(orderActions.memberId, memberId)))
    .for('update');
  return action;
}

/** A member's last action that is not taken back, even if its orders have changed since. */
export async function findNewestAction(db: Database, memberId: number): Promise<string | null> {
  const [newest] = await db
    .select({ actionId: orderActions.actionId })
    .from(orderActions)
    .where(and(eq(orderActions.memberId, memberId), isNull(orderActions.takenBackAt)))
    .orderBy(desc(orderActions.place))
    .limit(1);
  return newest?.actionId ?? null;
}

/** Later actions of the same member keep their befores until they are taken back. */
const laterBefores = alias(orderActionBefores, 'later_befores');

/**
 * Whether a line of an order's history stands in the way of what a member did before it: what others did, or the product;
 * a refund, whose mail is out; and what they did themselves and have not taken back. Their own comments, documents and
 * Undos do not.
 */
const standsInTheWay = (db: Database, memberId: number) =>
  and(
    // A mail that was taken back, and what the customer writes, change nothing that an Undo gives back.
    notInArray(orderHistory.kind, ['mail', 'customer']),
    or(
      sql`${orderHistory.memberId} is distinct from ${memberId}`,
      eq(orderHistory.kind, 'refund'),
      exists(
        db
          .select()
          .from(laterBefores)
          .where(and(eq(laterBefores.actionId, orderHistory.actionId), eq(laterBefores.orderId, orderHistory.orderId))),
      ),
    ),
  );

/**
 * Whether nothing that the member did after it has to be taken back first: neither a job that is still at work, nor an
 * action with an order that is as it left it. An action whose orders others have all changed since is in nobody's way.
 */
export async function isLastAction(db: Database, { memberId, place }: { memberId: number; place: number }) {
  const { actionId, takenBackAt } = orderActions;
  const atWork = db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.actionId, actionId), eq(bulkJobs.state, 'running')));
  const changedSince = db
    .select()
    .from(orderHistory)
    .where(
      and(
        eq(orderHistory.orderId, orderActionBefores.orderId),
        gt(orderHistory.version, orderActionBefores.version),
        standsInTheWay(db, memberId),
      ),
    );
  const asLeft = db
    .select()
    .from(orderActionBefores)
    .where(and(eq(orderActionBefores.actionId, actionId), notExists(changedSince)));
  const [later] = await db
    .select({ place: orderActions.place })
    .from(orderActions)
    .where(
      and(
        eq(orderActions.memberId, memberId),
        gt(orderActions.place, place),
        isNull(takenBackAt),
        or(exists(atWork), exists(asLeft)),
      ),
    )
    .limit(1);
  return !later;
}

/** What an action wrote as it moved an order, which stays when the move is taken back; null: nothing. */
export async function writtenWithMove(db: Database, actionId: string): Promise<'comment' | 'question' | null> {
  const [written] = await db
    .select({ kind: orderHistory.kind })
    .from(orderHistory)
    .where(and(eq(orderHistory.actionId, actionId), inArray(orderHistory.kind, ['remark', 'ask'])))
    .limit(1);
  return written ? (written.kind === 'ask' ? 'question' : 'comment') : null;
}

const undoableKinds = ['assign', 'release', 'move', 'delete', 'restore'] as const satisfies HistoryKind[];
export type UndoableKind = (typeof undoableKinds)[number];

/** The kind of an action that can be taken back. */
export async function undoableKindOf(db: Database, actionId: string): Promise<UndoableKind> {
  const [entry] = await db
    .select({ kind: orderHistory.kind })
    .from(orderHistory)
    .where(and(eq(orderHistory.actionId, actionId), inArray(orderHistory.kind, [...undoableKinds])))
    .limit(1);
  return entry?.kind as UndoableKind;
}

/** What a member's own action was, by what it left in the history. */
export async function kindOfAction(db: Database, { actionId, memberId }: { actionId: string; memberId: number }) {
  const [entry] = await db
    .select({ kind: orderHistory.kind })
    .from(orderHistory)
    .where(and(eq(orderHistory.actionId, actionId), eq(orderHistory.memberId, memberId)))
    .limit(1);
  return entry?.kind;
}

/** At most `limit` of an action's orders, by their ids. */
export async function ordersOfAction(db: Database, actionId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ orderId: orderActionBefores.orderId })
    .from(orderActionBefores)
    .where(eq(orderActionBefores.actionId, actionId))
    .orderBy(asc(orderActionBefores.orderId))
    .limit(limit);
  return rows.map(({ orderId }) => orderId);
}

export async function markTakenBack(tx: Transaction, actionId: string) {
  await tx
    .update(orderActions)
    .set({ takenBackAt: sql`now()` })
    .where(eq(orderActions.actionId, actionId));
}

/** What these orders had before is given back: nothing of them is left to undo. */
export async function forgetBefores(tx: Transaction, actionId: string, orderIds: readonly string[]) {
  await tx
    .delete(orderActionBefores)
    .where(and(eq(orderActionBefores.actionId, actionId), inArray(orderActionBefores.orderId, [...orderIds])));
}

export type Before = Awaited<ReturnType<typeof beforesOf>>[number];

/** What these orders had before the action, and whether its assignee is still there. */
export function beforesOf(tx: Transaction, actionId: string, orderIds: readonly string[]) {
  return tx
    .select({
      orderId: orderActionBefores.orderId,
      version: orderActionBefores.version,
      processStatus: orderActionBefores.processStatus,
      beforeDeleteStatus: orderActionBefores.beforeDeleteStatus,
      assignedTo: orderActionBefores.assignedTo,
      assignedAt: orderActionBefores.assignedAt,
      processedBy: orderActionBefores.processedBy,
      completedAt: orderActionBefores.completedAt,
      refund: orderActionBefores.refund,
      assigneeName: members.name,
      assigneeLeftAt: members.deletedAt,
    })
    .from(orderActionBefores)
    .leftJoin(members, eq(members.id, orderActionBefores.assignedTo))
    .where(and(eq(orderActionBefores.actionId, actionId), inArray(orderActionBefores.orderId, [...orderIds])));
}

/** The newest that happened to each of these orders since an action and stands in its way; of the others there is none. */
export function changesInTheWay(
  tx: Transaction,
  { actionId, memberId }: { actionId: string; memberId: number },
  changed: readonly LockedOrder[],
) {
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
    .innerJoin(
      orderActionBefores,
      and(eq(orderActionBefores.actionId, actionId), eq(orderActionBefores.orderId, orderId)),
    )
    .leftJoin(members, eq(members.id, orderHistory.memberId))
    .where(
      and(
        inArray(
          orderId,
          changed.map((order) => order.orderId),
        ),
        gt(orderHistory.version, orderActionBefores.version),
        standsInTheWay(tx, memberId),
      ),
    )
    .orderBy(orderId, desc(orderHistory.version), desc(id));
}

/**
 * Forgets what can no longer be undone: what is older than a day, and all but a member's last twenty actions. Nothing of
 * a member whose bulk is running: it may add to an action, or be taking one back.
 */
export async function forgetActions(db: Database) {
  const { actionId, memberId, place, at } = orderActions;
  const byMember = db
    .select({
      actionId,
      nth: sql<number>`row_number() over (partition by ${memberId} order by ${place} desc)`.as('nth'),
    })
    .from(orderActions)
    .as('by_member');
  const beyond = db.select({ actionId: byMember.actionId }).from(byMember).where(gt(byMember.nth, actionsKept));
  const busy = db.select({ memberId: bulkJobs.memberId }).from(bulkJobs).where(eq(bulkJobs.state, 'running'));
  const over = or(lt(at, sql`now() - interval '24 hours'`), inArray(actionId, beyond));
  await db.delete(orderActions).where(and(over, notInArray(memberId, busy)));
  // Whatever lost its action. An action and its orders are written by one statement, so none is between the two.
  const orphans = db
    .selectDistinct({ actionId: orderActionBefores.actionId })
    .from(orderActionBefores)
    .leftJoin(orderActions, eq(orderActions.actionId, orderActionBefores.actionId))
    .where(isNull(orderActions.actionId));
  await db.delete(orderActionBefores).where(inArray(orderActionBefores.actionId, orphans));
}
