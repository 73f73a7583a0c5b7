import { and, asc, eq, exists, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { departures, members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { inFolder, orderPlace } from '../orders/lists/folderSql.ts';

/** So many orders are one transaction: few enough that others get their turn. */
export const ordersPerPortion = 500;

export interface Departure {
  memberId: number;
  deletedBy: number;
  actionId: string;
}

/**
 * The next unfinished orders of a member that go back: of somebody who has left all of them, of somebody with a lesser role
 * those that they had by then. They are not locked.
 */
export async function findUnfinished(tx: Transaction, memberId: number): Promise<string[]> {
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
export async function insertDeparture(tx: Transaction, departure: Departure): Promise<void> {
  const { deletedBy, actionId } = departure;
  await tx
    .insert(departures)
    .values(departure)
    .onConflictDoUpdate({
      target: departures.memberId,
      set: { deletedBy, actionId, leftAt: sql`now()`, dueAt: sql`now()` },
    });
}

/** Locks a departure that is to be looked at and that nobody else is at, until the transaction ends. */
export async function takeDeparture(tx: Transaction): Promise<(Departure & { isOver: boolean }) | undefined> {
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

/** The departure is to be looked at again in so many seconds; the others are before it. */
export async function putOffDeparture(tx: Transaction, memberId: number, seconds: number): Promise<void> {
  await tx
    .update(departures)
    .set({ dueAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(eq(departures.memberId, memberId));
}

export async function endDeparture(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(departures).where(eq(departures.memberId, memberId));
}
