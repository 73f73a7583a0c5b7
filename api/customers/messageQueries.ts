import { and, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { customerMessages } from '../db/schema/remarks.ts';

/**
 * Seconds until an order and an address have sent fewer than so many messages within a day; 0: they have. The address's
 * count for an order that has sent one itself.
 */
export async function readMessageWait(
  db: Database,
  { orderId, address }: { orderId: string; address: string },
  { ofOrder, ofAddress }: { ofOrder: number; ofAddress: number },
): Promise<number> {
  const ofThisOrder = and(eq(customerMessages.orderId, orderId), isNull(customerMessages.memberId))!;
  if ((await readWait(db, ofThisOrder, 1)) === 0) return 0;
  const waits = [
    await readWait(db, ofThisOrder, ofOrder),
    await readWait(db, eq(customerMessages.address, address), ofAddress),
  ];
  return Math.max(...waits);
}

async function readWait(db: Database, which: SQL, most: number): Promise<number> {
  const { createdAt } = customerMessages;
  const [last] = await db
    .select({ wait: sql<number>`extract(epoch from ${createdAt} + interval '24 hours' - now())::float8` })
    .from(customerMessages)
    .where(and(which, gt(createdAt, sql`now() - interval '24 hours'`)))
    .orderBy(desc(createdAt))
    .offset(most - 1)
    .limit(1);
  return last?.wait ?? 0;
}

/** The message of an order that came with this `Idempotency-Key`. */
export async function findSentMessage(db: Database, orderId: string, key: string) {
  const [sent] = await db
    .select({ id: customerMessages.id, digest: customerMessages.sentDigest })
    .from(customerMessages)
    .where(and(eq(customerMessages.orderId, orderId), eq(customerMessages.sentKey, key)));
  return sent ?? null;
}
