import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { writeChanges } from './changes/changeQueries.ts';
import { countFolder } from './lists/countQueries.ts';
import { lockOldest } from './orderQueries.ts';
import { assignmentTo } from './plans/assignPlan.ts';

/** "Next order": claims the oldest order of New or Priority that nobody has. Two people at once get two orders. */
export async function nextOrder(db: Database, folder: 'newOrder' | 'priorityOrder', member: Member) {
  return db.transaction(async (tx) => {
    const orderId = await lockOldest(tx, folder, member.id);
    if (!orderId) throw new Refusal(404, `No order is left to take. ${await tellOwn(tx, member)}`);
    const action = { actionId: randomUUID(), memberId: member.id, undoable: true };
    await writeChanges(tx, [{ orderId, change: assignmentTo(member) }], action);
    return { message: 'Order has been assigned successfully', data: { order_id: orderId, actionId: action.actionId } };
  });
}

async function tellOwn(db: Database, member: Member): Promise<string> {
  const own = await countFolder(db, 'myOrder', member.id);
  if (own === 0) return 'You have no orders of your own.';
  return own === 1 ? 'You have 1 order of your own.' : `You have ${own} orders of your own.`;
}
