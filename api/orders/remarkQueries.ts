import { desc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { remarks } from '../db/schema/remarks.ts';

export async function insertRemark(tx: Transaction, remark: typeof remarks.$inferInsert): Promise<number> {
  const [row] = await tx.insert(remarks).values(remark).returning({ id: remarks.id });
  return row!.id;
}

/** An order's remarks with their authors, newest first. */
export function remarksOf(db: Database, orderId: string) {
  return db
    .select({ remark: remarks, author: members.name })
    .from(remarks)
    .leftJoin(members, eq(members.id, remarks.memberId))
    .where(eq(remarks.orderId, orderId))
    .orderBy(desc(remarks.id));
}
