import { randomUUID } from 'node:crypto';
import { folders } from 'shared/rules/folders';
import type { Database, Transaction } from '../db/database.ts';
import { writeChanges, type OrderChange } from '../orders/changes/changeQueries.ts';
import { lockOrders, type LockedOrder } from '../orders/changes/lockQueries.ts';
import { countFolder } from '../orders/lists/countQueries.ts';
import {
  endDeparture,
  findUnfinished,
  insertDeparture,
  ordersPerPortion,
  putOffDeparture,
  takeDeparture,
  type Departure,
} from './departureQueries.ts';

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
 * Gives the next unfinished orders of somebody who has left, or has a lesser role, back to their folders, with a line of their history each. What
 * others took or finished meanwhile stays as it is. Answers whether there may be more.
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
 * Works off one portion of one departure that no other instance is at. A departure is over after a minute without orders:
 * whoever assigned one to the member at the moment of the deletion has ended by then. False: nothing is to be done now.
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
