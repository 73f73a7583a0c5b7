import { randomUUID } from 'node:crypto';
import { and, asc, eq, exists, isNotNull, lte, or, sql } from 'drizzle-orm';
import { folders } from 'shared/rules/folders';
import type { Database, Transaction } from '../db/database.ts';
import { departures, members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { type LockedOrder, lockOrders, type OrderChange, writeChanges } from '../orders/changes/changeQueries.ts';
import { countFolder } from '../orders/lists/countQueries.ts';
import { inFolder, orderPlace } from '../orders/lists/listSql.ts';

/** How soon a member who has nothing left is looked at again. */
const againSeconds = 10;

/**
 * Gives the unfinished orders that a member has now back to their folders: the first 500 in this transaction, the rest by a
 * job that is noted in it (`workDeparture`). So none is forgotten, and nobody waits for thousands. Answers how many there are.
 */
export async function beginDeparture(tx: Transaction, memberId: number, deletedBy: number): Promise<number> {
  const count = await countFolder(tx, 'myOrder', memberId);
  const departure = { memberId, deletedBy, actionId: randomUUID() };
  await insertDeparture(tx, departure);
  await freePortion(tx, departure);
  return count;
}

/**
 * Gives the next unfinished orders of somebody who has left, or has a lesser role, back to their folders, with a line
 * of their history each. Orders that others took or finished meanwhile stay as they are. Answers whether there may be
 * more.
 */
export async function freePortion(tx: Transaction, { memberId, deletedBy, actionId }: Departure): Promise<boolean> {
  const found = await findUnfinished(tx, memberId);
  const locked = await lockOrders(tx, found);
  const changes = locked
    .filter(({ assignedTo, status }) => assignedTo === memberId && folders.myOrder.statuses.includes(status))
    .map((order) => ({ orderId: order.orderId, change: released(order) }));
  await writeChanges(tx, changes, { memberId: deletedBy, actionId, undoable: false });
  return found.length === ordersPerPortion;
}

const released = ({ assigneeName }: LockedOrder): OrderChange => ({
  kind: 'release',
  set: { assignedTo: null, assignedAt: null },
  field: 'assign_to',
  from: assigneeName,
  to: null,
});

/**
 * Works off one portion of one departure that no other instance is at. A departure is over after a minute without
 * orders, when every request that was under way at the deletion has ended. Returns false if there is nothing to do now.
 */
export function workDeparture(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const departure = await takeDeparture(tx);
    if (!departure) return false;
    const more = await freePortion(tx, departure);
    if (!more && departure.isOver) await endDeparture(tx, departure.memberId);
    else await putOffDeparture(tx, departure.memberId, more ? 0 : againSeconds);
    return true;
  });
}

/** Orders in one transaction, few enough that others get their turn. */
const ordersPerPortion = 500;

interface Departure {
  memberId: number;
  deletedBy: number;
  actionId: string;
}

/**
 * The next unfinished orders of a member that go back: of somebody who has left all of them, of somebody with a lesser role
 * those that they had by then. They are not locked.
 */
async function findUnfinished(tx: Transaction, memberId: number): Promise<string[]> {
  const hasLeft = exists(
    tx
      .select({ one: sql`1` })
      .from(members)
      .where(and(eq(members.id, memberId), isNotNull(members.deletedAt))),
  );
  const hadByThen = sql`coalesce(${orders.assignedAt}, '-infinity')
    <= (select ${departures.leftAt} from ${departures} where ${departures.memberId} = ${memberId})`;
  const found = await tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(inFolder('myOrder', memberId, orderPlace), or(hasLeft, hadByThen)))
    .orderBy(asc(orders.createdAt), asc(orders.orderId))
    .limit(ordersPerPortion);
  return found.map(({ orderId }) => orderId);
}

/** From now on; one that is under way of the same member is this one. */
async function insertDeparture(tx: Transaction, departure: Departure): Promise<void> {
  const { deletedBy, actionId } = departure;
  await tx
    .insert(departures)
    .values(departure)
    .onConflictDoUpdate({
      target: departures.memberId,
      set: { deletedBy, actionId, leftAt: sql`now()`, dueAt: sql`now()` },
    });
}

/** Locks a due departure that no other instance holds, until the transaction ends. */
async function takeDeparture(tx: Transaction): Promise<(Departure & { isOver: boolean }) | undefined> {
  const [departure] = await tx
    .select({
      memberId: departures.memberId,
      deletedBy: departures.deletedBy,
      actionId: departures.actionId,
      isOver: sql<boolean>`${departures.leftAt} < now() - interval '1 minute'`,
    })
    .from(departures)
    .where(lte(departures.dueAt, sql`now()`))
    .orderBy(asc(departures.dueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return departure;
}

/** Makes the departure due again after `seconds`, behind the others. */
async function putOffDeparture(tx: Transaction, memberId: number, seconds: number): Promise<void> {
  await tx
    .update(departures)
    .set({ dueAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(eq(departures.memberId, memberId));
}

async function endDeparture(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(departures).where(eq(departures.memberId, memberId));
}
