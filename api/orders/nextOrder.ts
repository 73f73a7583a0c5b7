import { randomUUID } from 'node:crypto';
import type { Database } from '../db/connect.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Member } from '../http/session.ts';
import { countFolder } from './countQueries.ts';
import { appendHistory } from './historyQueries.ts';
import { lockOldest, lockOrders, updateOrders } from './orderQueries.ts';

/** "Next order": claims the oldest order of New or Priority that nobody has. Two people at once get two orders. */
export async function nextOrder(db: Database, folder: 'newOrder' | 'priorityOrder', member: Member) {
  return db.transaction(async (tx) => {
    const orderId = await lockOldest(tx, folder, member.id);
    if (!orderId) throw new Refusal(404, `No order is left to take. ${await tellOwn(tx, member)}`);
    const [order] = await lockOrders(tx, [orderId]);
    await updateOrders(tx, [orderId], { assignedTo: member.id, assignedAt: new Date() });
    const change = { kind: 'assign', field: 'assign_to', from: null, to: member.name } as const;
    const version = order!.version + 1;
    await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), ...change, version }]);
    return { message: 'Order has been assigned successfully', data: { order_id: orderId } };
  });
}

async function tellOwn(db: Database, member: Member): Promise<string> {
  const own = await countFolder(db, 'myOrder', member.id);
  if (own === 0) return 'You have no orders of your own.';
  return own === 1 ? 'You have 1 order of your own.' : `You have ${own} orders of your own.`;
}
