import { and, asc, eq, gt } from 'drizzle-orm';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Database, Transaction } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';
import { orderHistory, type HistoryKind } from '../../db/schema/orderHistory.ts';

export interface HistoryEntry {
  orderId: string;
  /** Null: the product itself. */
  memberId: number | null;
  /** What one click did to all its orders. */
  actionId: string;
  kind: HistoryKind;
  field: string;
  from: string | null;
  to: string | null;
  /** Of what a customer wrote: on whose site. */
  origin?: AccessOrigin;
  /** The order's version once this was done. */
  version: number;
}

export async function appendHistory(tx: Transaction, entries: readonly HistoryEntry[]) {
  if (entries.length > 0) await tx.insert(orderHistory).values([...entries]);
}

/** What happened to an order after it had this version, oldest first. */
export function changesSince(db: Database, orderId: string, version: number) {
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
