import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { downloads, orders } from '../db/schema.ts';

const notDeleted = ne(orders.processStatus, 'Deleted');

/**
 * Whether an order with that e-mail is there. One and the same query for an unknown order, a deleted one and a wrong
 * e-mail, so that neither answer nor time tells them apart. The e-mail is either of the order's, in any case.
 */
export async function orderExistsWithEmail(db: Database, orderId: string, email: string): Promise<boolean> {
  const given = sql`lower(trim(${email}))`;
  const matches = or(
    sql`lower(trim(${orders.email})) = ${given}`,
    sql`lower(trim(${orders.contactEmailAddress})) = ${given}`,
  );
  const found = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), notDeleted, matches));
  return found.length === 1;
}

/** What a customer may know of their order; null: there is none, or it was deleted. */
export async function findCustomerOrder(db: Database, orderId: string) {
  const [order] = await db
    .select({
      orderId: orders.orderId,
      fullName: orders.fullName,
      status: orders.processStatus,
      assigned: sql<boolean>`${orders.assignedTo} is not null`,
      landingDomain: orders.landingDomain,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), notDeleted));
  return order ?? null;
}

/** An order's downloads, newest first. */
export function findDownloads(db: Database, orderId: string) {
  return db.select().from(downloads).where(eq(downloads.orderId, orderId)).orderBy(desc(downloads.id));
}

/** Notes that a download begins; its bytes are counted as they go. */
export async function insertDownload(db: Database, download: typeof downloads.$inferInsert): Promise<number> {
  const [row] = await db.insert(downloads).values(download).returning({ id: downloads.id });
  return row!.id;
}
