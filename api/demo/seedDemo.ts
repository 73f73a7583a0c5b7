import { isNull, sql } from 'drizzle-orm';
import { advisoryLocks, type Database } from '../db/database.ts';
import { limitWalSize } from '../db/embedded.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import type { AppContext } from '../context/AppContext.ts';
import { foldOrderCounts } from '../orders/lists/folderCounts.ts';
import { hashPassword } from '../team/password.ts';
import { addHistories } from './demoHistories.ts';
import { demoMembers, demoPassword } from './demoMembers.ts';
import { demoOrders, insertOrders } from './demoOrders.ts';

/** Seeds an empty database. Returns email and role of each demo member who has not been deleted. */
export async function seedDemo(appContext: AppContext): Promise<string[]> {
  const { db, exclusively } = appContext.database;
  if (appContext.settings.demoOrders > 0) await exclusively(advisoryLocks.seed, () => seedIfEmpty(appContext));
  const living = await db.select({ email: members.email }).from(members).where(isNull(members.deletedAt));
  const known = new Set(living.map((member) => member.email));
  return demoMembers.filter((member) => known.has(member.email)).map(({ email, role }) => `${email} (${role})`);
}

export async function isEmpty(db: Database): Promise<boolean> {
  const [member] = await db.select({ id: members.id }).from(members).limit(1);
  const [order] = await db.select({ id: orders.orderId }).from(orders).limit(1);
  return !member && !order;
}

async function seedIfEmpty({ database: { db, driver }, settings, storage, diskSpace }: AppContext) {
  if (!(await isEmpty(db))) return;
  const passwordHash = await hashPassword(demoPassword);
  const now = new Date();
  await db.transaction(async (tx) => {
    const made = await tx
      .insert(members)
      .values(demoMembers.map((member) => ({ ...member, passwordHash })))
      .returning({ id: members.id });
    const memberIds = made.map(({ id }) => id);
    await insertOrders(tx, demoOrders({ count: settings.demoOrders, now, memberIds }), async () => {
      if (!(await diskSpace.allowsChanges()))
        throw new Error('The disk is almost full: there is no space for the demo.');
      if (driver === 'embedded') await limitWalSize(tx);
    });
    await addHistories(tx, storage, { memberIds, now });
  });
  await foldOrderCounts(db);
  await db.execute(sql`analyze`);
}
