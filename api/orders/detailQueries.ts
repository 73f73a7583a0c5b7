import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import type { OrderMailKind } from '../mail/mailQueries.ts';

/** What an order's mails have, other than those to members. */
const ofOrder = { orderId: sql<string>`${mails.orderId}`, kind: sql<OrderMailKind>`${mails.kind}` };

/** An order's mails, newest first, with the attached document's name and who asked for it. */
export function mailsOf(db: Database, orderId: string) {
  return db
    .select({ mail: { ...getTableColumns(mails), ...ofOrder }, file1: documents.file1, askedBy: members.name })
    .from(mails)
    .leftJoin(documents, eq(documents.id, mails.documentId))
    .leftJoin(members, eq(members.id, mails.askedBy))
    .where(eq(mails.orderId, orderId))
    .orderBy(desc(mails.id));
}

/** An order's documents, newest first. */
export function documentsOf(db: Database, orderId: string) {
  return db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(desc(documents.id));
}

/** So many downloads of an order are answered, the newest; all of them are kept. */
const mostAnswered = 100;

/** An order's newest downloads, newest first, and how many there are in all. */
export async function findDownloads(db: Database, orderId: string) {
  const ofOrder = eq(downloads.orderId, orderId);
  const rows = await db.select().from(downloads).where(ofOrder).orderBy(desc(downloads.id)).limit(mostAnswered);
  const total = rows.length < mostAnswered ? rows.length : await db.$count(downloads, ofOrder);
  return { rows, total };
}
