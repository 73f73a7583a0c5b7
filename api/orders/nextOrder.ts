import { randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { pluralize } from 'shared/format/count';
import { type FolderName, folders } from 'shared/rules/folders';
import type { Database, Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import { writeChanges } from './changes/orderChanges.ts';
import { countFolder } from './lists/folderCounts.ts';
import { inFolder, folderColumns } from './lists/listSql.ts';
import { assignmentTo } from './plans/assign.ts';

/** Without a folder, prefers Priority to New (rule 8.17). Concurrent callers get different orders. */
export async function nextOrder(db: Database, folder: 'newOrder' | 'priorityOrder' | undefined, member: Member) {
  return db.transaction(async (tx) => {
    const orderId = folder
      ? await lockOldest(tx, folder, member.id)
      : ((await lockOldest(tx, 'priorityOrder', member.id)) ?? (await lockOldest(tx, 'newOrder', member.id)));
    if (!orderId) {
      const where = folder ? ` in ${folders[folder].link}` : '';
      throw new HttpError(404, `No unassigned orders left${where}. ${await ownOrder(tx, member)}`);
    }
    const action = { actionId: randomUUID(), memberId: member.id, undoable: true };
    await writeChanges(tx, [{ orderId, change: assignmentTo(member) }], action);
    return { message: 'Order has been assigned successfully', data: { order_id: orderId, actionId: action.actionId } };
  });
}

/** Waits if every order is locked: a comment that is being saved must not make the folder look empty. */
export async function lockOldest(tx: Transaction, folder: FolderName, memberId: number): Promise<string | null> {
  const oldest = () =>
    tx
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(inFolder(folder, memberId, folderColumns))
      .orderBy(asc(orders.createdAt), asc(orders.orderId))
      .limit(1);
  const [free] = await oldest().for('update', { skipLocked: true });
  if (free) return free.orderId;
  const [waitedFor] = await oldest().for('update');
  return waitedFor?.orderId ?? null;
}

async function ownOrder(db: Database, member: Member): Promise<string> {
  const own = await countFolder(db, 'myOrder', member.id);
  if (own === 0) return 'You have no open orders.';
  return `You have ${pluralize(own, 'open order')}.`;
}
