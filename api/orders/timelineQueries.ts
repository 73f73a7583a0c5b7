import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { downloads } from '../db/schema/documents.ts';
import { ledgerEntries, orderHistory } from '../db/schema/orderHistory.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';

/** When an order came; undefined: there is none. */
export async function findReceived(db: Database, orderId: string): Promise<Date | undefined> {
  const [order] = await db.select({ at: orders.createdAt }).from(orders).where(eq(orders.orderId, orderId));
  return order?.at;
}

/** What was done to an order, newest first. */
export const newestChanges = (db: Database, orderId: string, limit: number) =>
  db
    .select({
      at: orderHistory.at,
      by: members.name,
      kind: orderHistory.kind,
      // Of what a customer wrote, on whose site; of a download it stands there too.
      from: sql<string | null>`coalesce(${orderHistory.from}, ${orderHistory.origin})`,
      to: orderHistory.to,
    })
    .from(orderHistory)
    .leftJoin(members, eq(members.id, orderHistory.memberId))
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(desc(orderHistory.version), desc(orderHistory.id))
    .limit(limit);

/** An order's mails, newest first. */
export const newestMails = (db: Database, orderId: string, limit: number) =>
  db
    .select({
      askedAt: mails.createdAt,
      sentAt: mails.sentAt,
      by: members.name,
      state: mails.state,
      recipient: mails.recipient,
      reason: mails.reason,
      email: orders.email,
      contactEmailAddress: orders.contactEmailAddress,
    })
    .from(mails)
    .innerJoin(orders, eq(orders.orderId, mails.orderId))
    .leftJoin(members, eq(members.id, mails.askedBy))
    .where(eq(mails.orderId, orderId))
    .orderBy(desc(mails.id))
    .limit(limit);

/** What providers reported about them, newest first. */
export const newestReports = (db: Database, orderId: string, limit: number) =>
  db
    .select({ at: mailEvents.at, kind: mailEvents.type, to: mails.recipient, from: mailEvents.reason })
    .from(mailEvents)
    .innerJoin(mails, eq(mails.id, mailEvents.mailId))
    .where(eq(mails.orderId, orderId))
    .orderBy(desc(mailEvents.id))
    .limit(limit);

/** Its defence packs, as its chain has them, newest first. */
export const newestPacks = (db: Database, orderId: string, limit: number) =>
  db
    .select({
      at: ledgerEntries.at,
      by: sql<string | null>`${ledgerEntries.facts}::json ->> 'by'`,
      from: sql<string>`${ledgerEntries.facts}::json ->> 'sha256'`,
      to: sql<string>`${ledgerEntries.facts}::json ->> 'pack'`,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'packMade')))
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);

/** When and on whose site its document was asked for, newest first. */
export const newestDownloads = (db: Database, orderId: string, limit: number) =>
  db
    .select({ at: downloads.createTs, from: downloads.origin, to: downloads.browser })
    .from(downloads)
    .where(eq(downloads.orderId, orderId))
    .orderBy(desc(downloads.id))
    .limit(limit);
