import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import type { OrderMailKind } from '../mail/templates/mailText.ts';

/** What a mail's text and its WhatsApp message need of their order; null: there is none. */
export async function findOrderOfMail(db: Database, orderId: string) {
  const { firstName, landingDomain, refund, email, contactEmailAddress, countryCode, phoneNumber } = orders;
  const [order] = await db
    .select({
      ...{ firstName, landingDomain, refund, email, contactEmailAddress, countryCode, phoneNumber },
      orderId: orders.orderId,
    })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return order ?? null;
}

/** A mail of an order with its document, the newest when none is named; null: there is none. */
export async function findMail(db: Database, orderId: string, mailId: number | null) {
  const [mail] = await db
    .select({
      id: mails.id,
      // Of an order, so of one of its kinds.
      kind: sql<OrderMailKind>`${mails.kind}`,
      state: mails.state,
      reason: mails.reason,
      recipient: mails.recipient,
      document: { originalName: documents.originalName, size: documents.size },
    })
    .from(mails)
    .leftJoin(documents, eq(documents.id, mails.documentId))
    .where(and(eq(mails.orderId, orderId), mailId === null ? undefined : eq(mails.id, mailId)))
    .orderBy(desc(mails.id))
    .limit(1);
  return mail ?? null;
}
