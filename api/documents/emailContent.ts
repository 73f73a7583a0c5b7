import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import { asOneLine } from 'shared/api/visibleText';
import { isAttached } from 'shared/rules/mailAttachment';
import { whatsappAddress, whatsappMessage } from 'shared/rules/whatsapp';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { layOutMail } from '../mail/templates/letter.ts';
import { applicationAddress, mailText, type OrderMailKind } from '../mail/templates/mailText.ts';
import { readMailGrant, signMailGrant } from '../signing/tokens.ts';
import { findReleasedDocument } from './documentQueries.ts';

type ContentCall = typeof documentCalls.emailContent;

/** What `View Email Content` shows (rules 9.17, 12.19). Throws a 404. */
export async function emailContent(
  { orderId, mailId }: ParsedInput<ContentCall>,
  { db }: Context<ContentCall>,
  { settings, secret }: Pick<Desk, 'settings' | 'secret'>,
): Promise<Reply<ContentCall>> {
  const { publicUrl, mail: mailSettings } = settings;
  const { order, mail, attached, subject, text } = await writtenMail(db, orderId, mailId ?? null, publicUrl);
  const message = whatsappMessage({ ...order, firstName: asOneLine(order.firstName) }, publicUrl);
  const { id, kind, state, reason, document } = mail;
  return {
    message: 'Email content',
    data: {
      mailId: id,
      kind,
      state,
      reason,
      from: mailSettings.from,
      to: mail.recipient,
      reply_to: applicationAddress(orderId, mailSettings.domain),
      subject,
      text,
      frame: `${mailFramePath}?grant=${await signMailGrant(secret, { orderId, mailId: id })}`,
      document: document && { original_name: document.originalName, size: document.size, attached },
      whatsapp: { address: whatsappAddress(order, message) },
    },
  };
}

/** The address of a mail's HTML, for anyone with a grant for it. */
const mailFramePath = '/uploads/mails';

/**
 * A mail's HTML for a frame of the order page, on the staff origin. It is a separate page because a frame without one
 * inherits the order page's policy, which forbids the style attributes of mails. Nothing else may happen
 * in it: no script, no picture, no form, no link that leads anywhere.
 */
export function mailFrameRoute(app: FastifyInstance) {
  const { database, secret, settings } = app.desk;
  app.get<{ Querystring: { grant?: unknown } }>(mailFramePath, async (request, reply) => {
    const { grant } = request.query;
    const granted = typeof grant === 'string' ? await readMailGrant(secret, grant) : null;
    if (!granted) throw new Refusal(401, 'This link has expired. Open the e-mail again for a new one.');
    const { html } = await writtenMail(database.db, granted.orderId, granted.mailId, settings.publicUrl);
    // A sandboxed frame is isolated already, and Chromium warns about the header.
    reply.raw.removeHeader('Origin-Agent-Cluster');
    return reply
      .headers({
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
        'X-Frame-Options': 'SAMEORIGIN',
        'X-Content-Type-Options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/**
 * A mail of an order as its customer reads it: the one named, else the newest, else the one that would be sent. It is
 * written from the order as it is now, so a refund's mail shows refund details entered since (rules 12.19). Throws a 404.
 */
async function writtenMail(db: Database, orderId: string, mailId: number | null, publicUrl: string) {
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

/** The columns that a mail and its WhatsApp message need of their order, or null if there is no such order. */
async function findOrderOfMail(db: Database, orderId: string) {
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
async function findMail(db: Database, orderId: string, mailId: number | null) {
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
