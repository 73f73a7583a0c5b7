import type { Database } from '../../db/database.ts';
import { Refusal } from '../../http/Refusal.ts';
import { changesSince } from './historyQueries.ts';

/**
 * Refuses with 409 when the order is not the one that the caller saw, and tells what happened since. Without a `seen`
 * version ("do it anyway") nothing is compared. Call it once the order is locked.
 */
export async function refuseStaleOrder(
  tx: Database,
  order: { orderId: string; version: number },
  seen: number | undefined,
) {
  if (seen === undefined || seen === order.version) return;
  const changes = await changesSince(tx, order.orderId, seen);
  throw new Refusal(409, textOf(changes.at(-1)), {
    data: { version: order.version, changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })) },
  });
}

function textOf(last: { by: string | null; field: string } | undefined): string {
  if (last?.by) return `${last.by} changed this order`;
  return last?.field === 'customer_message' ? 'The customer wrote meanwhile' : 'This order has changed';
}
