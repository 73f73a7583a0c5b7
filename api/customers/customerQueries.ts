import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { downloads } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';

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

type NewDownload = Omit<typeof downloads.$inferInsert, 'timezone'> & { timezone: string | null };

const sinceSeconds = (seconds: number) => gt(downloads.createTs, sql`now() - make_interval(secs => ${seconds}::int)`);

/** Until the transaction ends, no other download of the order begins. */
export async function lockDownloads(tx: Transaction, orderId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 4001))`);
}

/** The newest download that says the same and was begun within so many seconds, but has not got all bytes. */
export async function findUnfinishedDownload(tx: Transaction, download: NewDownload, seconds: number) {
  const { orderId, documentId, ip, browser, os, timezone } = download;
  const [found] = await tx
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.orderId, orderId),
        eq(downloads.documentId, documentId),
        eq(downloads.ip, ip),
        eq(downloads.browser, browser),
        eq(downloads.os, os),
        timezone === null ? isNull(downloads.timezone) : eq(downloads.timezone, timezone),
        isNull(downloads.completedAt),
        sinceSeconds(seconds),
      ),
    )
    .orderBy(desc(downloads.id))
    .limit(1);
  return found?.id ?? null;
}

/** Seconds until an order has fewer than so many downloads in so many seconds; 0: it has. */
export async function readDownloadWait(
  tx: Transaction,
  orderId: string,
  { rows, seconds }: { rows: number; seconds: number },
): Promise<number> {
  const [last] = await tx
    .select({
      wait: sql<number>`extract(epoch from ${downloads.createTs} + make_interval(secs => ${seconds}::int) - now())::float8`,
    })
    .from(downloads)
    .where(and(eq(downloads.orderId, orderId), sinceSeconds(seconds)))
    .orderBy(desc(downloads.id))
    .offset(rows - 1)
    .limit(1);
  return last?.wait ?? 0;
}

/** Notes that a download begins; its bytes are counted as they go. */
export async function insertDownload(tx: Transaction, download: NewDownload): Promise<number> {
  const [row] = await tx.insert(downloads).values(download).returning({ id: downloads.id });
  return row!.id;
}
