import { isAttached } from 'shared/rules/mailAttachment';
import type { Database } from '../db/database.ts';
import { Refusal } from '../http/Refusal.ts';
import { layOutMail } from '../mail/templates/letter.ts';
import { mailText } from '../mail/templates/mailText.ts';
import { findReleasedDocument } from './documentQueries.ts';
import { findMail, findOrderOfMail } from './emailContentQueries.ts';

/**
 * A mail of an order as its customer reads it: the one named, else the newest, else the one that would be sent. It is
 * written from the order as it is now, so a refund's mail shows refund details entered since (rules 12.19). Throws a 404.
 */
export async function writtenMail(db: Database, orderId: string, mailId: number | null, publicUrl: string) {
  const order = await findOrderOfMail(db, orderId);
  if (!order) throw new Refusal(404, 'There is no such order');
  const found = await findMail(db, orderId, mailId);
  if (!found && mailId !== null) throw new Refusal(404, 'There is no such mail of this order');
  const mail = found ?? (await nextMail(db, order));
  const attached = mail.document !== null && isAttached(mail.document.size);
  const text = mailText(mail.kind, order, { publicUrl, attached });
  return { order, mail, attached, subject: text.subject, ...layOutMail(text, { dark: false }) };
}

/** The mail that an upload or a resend would ask for now. */
async function nextMail(db: Database, order: NonNullable<Awaited<ReturnType<typeof findOrderOfMail>>>) {
  return {
    id: null,
    kind: 'approval' as const,
    state: null,
    reason: null,
    recipient: order.contactEmailAddress ?? order.email,
    document: await findReleasedDocument(db, order.orderId),
  };
}
