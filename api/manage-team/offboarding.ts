import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { folders } from 'shared/rules/folders';
import type { Database, Transaction } from '../db/database.ts';
import { offboardings, members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { lockOrders, writeChanges } from '../orders/changes/orderChanges.ts';
import { countFolder } from '../orders/lists/folderCounts.ts';
import { inFolder, folderColumns } from '../orders/lists/listSql.ts';
import { releaseOf } from '../orders/plans/assign.ts';

/** How long to wait before checking whether the member was assigned orders again. */
const againSeconds = 10;

type Offboarding = Pick<typeof offboardings.$inferSelect, 'memberId' | 'deletedBy' | 'actionId'>;

/**
 * Unassigns the first 500 unfinished orders and leaves the rest to a job. Returns how many there were in total.
 * If an offboarding of the member is in progress, restarts it.
 */
export async function beginOffboarding(tx: Transaction, memberId: number, deletedBy: number): Promise<number> {
  const count = await countFolder(tx, 'myOrder', memberId);
  const begun = { deletedBy, actionId: randomUUID() };
  await tx
    .insert(offboardings)
    .values({ memberId, ...begun })
    .onConflictDoUpdate({
      target: offboardings.memberId,
      set: { ...begun, leftAt: sql`now()`, dueAt: sql`now()` },
    });
  await unassignBatch(tx, { memberId, ...begun });
  return count;
}

/** Skips orders reassigned or finished before the lock. Returns whether there may be more orders. */
export async function unassignBatch(tx: Transaction, { memberId, deletedBy, actionId }: Offboarding): Promise<boolean> {
  const found = await findUnfinished(tx, memberId);
  const locked = await lockOrders(tx, found);
  const changes = locked
    .filter(({ assignedTo, status }) => assignedTo === memberId && folders.myOrder.statuses.includes(status))
    .map((order) => ({ orderId: order.orderId, change: releaseOf(order) }));
  await writeChanges(tx, changes, { memberId: deletedBy, actionId, undoable: false });
  return found.length === ordersPerPortion;
}

/**
 * Unassigns one batch. Returns false if there is nothing to do. An offboarding lasts at least a minute, because
 * requests from before the deletion may still assign orders.
 */
export function workOffboarding(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Offboarding & { isOver: boolean }>(sql`
      select member_id as "memberId", deleted_by as "deletedBy", action_id as "actionId",
        left_at < now() - interval '1 minute' as "isOver"
      from ${offboardings} where due_at <= now() order by due_at limit 1 for update skip locked`);
    const [offboarding] = rows;
    if (!offboarding) return false;
    const more = await unassignBatch(tx, offboarding);
    const isThis = eq(offboardings.memberId, offboarding.memberId);
    const dueAt = sql`clock_timestamp() + make_interval(secs => ${more ? 0 : againSeconds})`;
    if (!more && offboarding.isOver) await tx.delete(offboardings).where(isThis);
    else await tx.update(offboardings).set({ dueAt }).where(isThis);
    return true;
  });
}

/** Orders per transaction. Other statements can run between two transactions. */
const ordersPerPortion = 500;

/** Finds orders without locking them: a deleted member's orders, or those that a demoted member had when demoted. */
async function findUnfinished(tx: Transaction, memberId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    select order_id as "orderId" from ${orders}
    where ${inFolder('myOrder', memberId, folderColumns)} and (
      exists (select from ${members} where id = ${memberId} and deleted_at is not null)
      or coalesce(assigned_at, '-infinity') <= (select left_at from ${offboardings} where member_id = ${memberId})
    )
    order by created_at, order_id limit ${ordersPerPortion}`);
  return rows.map(({ orderId }) => orderId);
}
