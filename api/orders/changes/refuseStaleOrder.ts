import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';
import { orderHistory } from '../../db/schema/orderHistory.ts';
import { HttpError } from '../../http/HttpError.ts';

/** Throws 409, with the changes since, if the order is no longer at version `seen`. Undefined accepts any version. */
export async function refuseStaleOrder(
  tx: Database,
  order: { orderId: string; version: number },
  seen: number | undefined,
) {
  if (seen === undefined || seen === order.version) return;
  const changes = await changesSince(tx, order.orderId, seen);
  throw new HttpError(409, textOf(changes.at(-1)), {
    data: { version: order.version, changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })) },
  });
}

function textOf(last: { by: string | null; field: string } | undefined): string {
  if (last?.by) return `${last.by} changed this order`;
  return last?.field === 'customer_message' ? 'The customer has written' : 'This order has changed';
}

function changesSince(db: Database, orderId: string, version: number) {
  return db
    .select({
      at: orderHistory.at,
      by: members.name,
      field: orderHistory.field,
      from: orderHistory.from,
      to: orderHistory.to,
    })
    .from(orderHistory)
    .leftJoin(members, eq(members.id, orderHistory.memberId))
    .where(and(eq(orderHistory.orderId, orderId), gt(orderHistory.version, version)))
    .orderBy(asc(orderHistory.id));
}
