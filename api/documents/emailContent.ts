import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { documentCalls } from 'shared/api/documentCalls';
import { toOneLine } from 'shared/api/fields/visibleText';
import { isAttached } from 'shared/rules/mailAttachment';
import { whatsappUrl, whatsappMessage } from 'shared/rules/whatsapp';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import type { AppContext } from '../context/AppContext.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import { layOutMail } from '../mail/templates/letter.ts';
import { applicationAddress, mailText, type OrderMailKind } from '../mail/templates/mailText.ts';
import { readMailGrant, signMailGrant } from '../signing/tokens.ts';
import { findReleasedDocument } from './documentQueries.ts';

/** Rules 9.17 and 12.19. Throws 404. */
export const emailContent: Handler<typeof documentCalls.emailContent, [AppContext]> = async (
  { orderId, mailId },
  { db },
  { settings, secret },
) => {
  const { publicUrl, mail: mailSettings } = settings;
  const { order, mail, attached, subject, text } = await renderMail(db, orderId, mailId ?? null, publicUrl);
  const message = whatsappMessage({ ...order, firstName: toOneLine(order.firstName) }, publicUrl);
  const { id, kind, state, reason, document } = mail;
  return {
    message: 'Email content',
    data: {
      ...{ mailId: id, kind, state, reason, subject, text },
      from: mailSettings.from,
      to: mail.recipient,
      reply_to: applicationAddress(orderId, mailSettings.domain),
      frame: `${mailFramePath}?grant=${await signMailGrant(secret, { orderId, mailId: id })}`,
      document: document && { original_name: document.originalName, size: document.size, attached: attached === true },
      whatsapp: { address: whatsappUrl(order, message) },
    },
  };
};

const mailFramePath = '/uploads/mails';

/** A separate page: a `srcdoc` frame would inherit a policy that forbids the style attributes of mails. */
export function mailFrameRoute(app: FastifyInstance) {
  const { database, secret, settings } = app.context;
  app.get<{ Querystring: { grant?: unknown } }>(mailFramePath, async (request, reply) => {
    const { grant } = request.query;
    const granted = typeof grant === 'string' ? await readMailGrant(secret, grant) : null;
    if (!granted) throw new HttpError(401, 'This link has expired. Open the email again for a new one.');
    const { html } = await renderMail(database.db, granted.orderId, granted.mailId, settings.publicUrl);
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
 * Renders the given mail with the order's current values. If none is given, renders the newest or, if the order has no
 * mail, an approval mail (rule 12.19). Throws 404.
 */
async function renderMail(db: Database, orderId: string, mailId: number | null, publicUrl: string) {
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  if (!order) throw new HttpError(404, 'Order not found.');
  const found = await findMail(db, orderId, mailId);
  if (!found && mailId !== null) throw new HttpError(404, 'This order has no such email');
  const mail = found ?? {
    id: null,
    kind: 'approval' as const,
    state: null,
    reason: null,
    recipient: order.contactEmailAddress ?? order.email,
    document: await findReleasedDocument(db, orderId),
  };
  const attached = mail.document && isAttached(mail.document.size);
  const text = mailText(mail.kind, order, { publicUrl, attached });
  return { order, mail, attached, subject: text.subject, ...layOutMail(text, { dark: false }) };
}

async function findMail(db: Database, orderId: string, mailId: number | null) {
  const { id, state, reason, recipient } = mails;
  const [mail] = await db
    .select({
      ...{ id, kind: sql<OrderMailKind>`${mails.kind}`, state, reason, recipient },
      document: { originalName: documents.originalName, size: documents.size },
    })
    .from(mails)
    .leftJoin(documents, eq(documents.id, mails.documentId))
    .where(and(eq(mails.orderId, orderId), mailId === null ? undefined : eq(mails.id, mailId)))
    .orderBy(desc(mails.id))
    .limit(1);
  return mail ?? null;
}
