import type { Database } from '../db/database.ts';
import type { LedgerEntry } from '../ledger/LedgerEntry.ts';
import { readBeginnings } from '../ledger/readLedger.ts';
import { recordedFacts } from './asRecorded.ts';
import { isOfCustomer } from './findings.ts';
import { findEarlierOrders } from './packQueries.ts';
import { packRecords } from './packRecords.ts';
import type { EarlierOrder, PackOrder } from './packSources.ts';

/**
 * Earlier orders of the same e-mail that were paid, and neither disputed nor refunded nor flagged so, newest first. They are
 * found by their rows, and say what their histories say: one whose history does not know of the e-mail or of a payment is none.
 */
export async function earlierOrders(db: Database, order: PackOrder): Promise<EarlierOrder[]> {
  const orderIds = await findEarlierOrders(db, order);
  if (orderIds.length === 0) return [];
  const beginnings = await readBeginnings(db, orderIds);
  return orderIds
    .flatMap((orderId) => earlierOrder(orderId, beginnings.get(orderId) ?? [], order) ?? [])
    .toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime());
}

function earlierOrder(orderId: string, entries: readonly LedgerEntry[], order: PackOrder): EarlierOrder | null {
  const { placed, payment } = packRecords(entries);
  if (!placed || !payment) return null;
  const { createdAt, paidAt, amount, currency, ip, userAgent, ...addresses } = recordedFacts({ placed, payment });
  if (!paidAt || createdAt >= order.createdAt || !isOfCustomer(order.email, addresses)) return null;
  return { orderId, createdAt, paidAt, amount, currency, ip, userAgent };
}
