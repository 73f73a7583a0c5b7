import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { messageCalls } from 'shared/api/messageCalls';
import type { Database } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { appendHistory } from './changes/historyQueries.ts';
import { lockOrders, raiseVersion } from './changes/lockQueries.ts';
import { refuseStaleOrder } from './changes/refuseStaleOrder.ts';
import { settleWritten } from './messageQueries.ts';

/** Somebody dealt with what the customer wrote: takes the mark off the order. Where there is none, nothing happens. */
export async function settleMessages(
  db: Database,
  { orderId, version: seen }: ParsedInput<typeof messageCalls.settleMessages>,
  member: Member,
) {
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    if (!order) throw new Refusal(404, 'Order not found');
    await refuseStaleOrder(tx, order, seen);
    const message = 'What the customer wrote is dealt with.';
    if (!(await settleWritten(tx, orderId))) return { message, data: { version: order.version } };
    const version = order.version + 1;
    const entry = { kind: 'settle', field: 'customer_message', from: null, to: null } as const;
    await appendHistory(tx, [{ ...entry, orderId, version, memberId: member.id, actionId: randomUUID() }]);
    await raiseVersion(tx, orderId);
    return { message, data: { version } };
  });
}
