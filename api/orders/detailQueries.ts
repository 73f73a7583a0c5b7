import { desc, eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { documents, mails, members } from '../db/schema.ts';

/** An order's mails, newest first, with the attached document's name and who asked for it. */
export function mailsOf(db: Database, orderId: string) {
  return db
    .select({ mail: mails, file1: documents.file1, askedBy: members.name })
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
