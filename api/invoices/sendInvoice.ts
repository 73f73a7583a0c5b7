import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { toOneLine } from 'shared/api/fields/visibleText';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { letterDay } from 'shared/format/dates';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { orders } from '../db/schema/orders.ts';
import { queueStaffMail } from '../documents/mailActions.ts';
import { HttpError } from '../http/HttpError.ts';
import { serve, type Handler } from '../http/serve.ts';
import { type Attachment, MailFailure } from '../mail/providers/MailProvider.ts';
import { defaultProvider } from '../mail/queueMail.ts';
import { deliveryAnswer } from '../mail/waitingMails.ts';
import { makePdf, PdfFailure } from '../pdf/makePdf.ts';
import type { Settings } from '../settings/settings.ts';

export function invoiceRoutes(app: FastifyInstance) {
  serve(app, invoiceCalls.send, (input, context) => sendInvoice(input, context, app.context.settings));
}

/** Resending does not change the invoice (rule 15.13). */
export const sendInvoice: Handler<typeof invoiceCalls.send, [Pick<Settings, 'mail'>]> = async (
  { orderId, email, mailServiceProvider },
  { db, member },
  settings,
) => {
  const { number, queued, ...about } = await db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.orderId, orderId)).for('update');
    if (!order) throw refused(404, `There is no order ${orderId}.`);
    const refusal = invoiceRefusal(order);
    if (refusal) throw refused(409, refusal);
    const isOfOrder = eq(invoices.orderId, orderId);
    const [issued] = await tx.select({ number: invoices.number }).from(invoices).where(isOfOrder);
    const number = issued?.number ?? (await issueInvoice(tx, order));
    const mail = {
      orderId,
      kind: 'invoice',
      recipient: email ?? order.contactEmailAddress ?? order.email,
      provider: mailServiceProvider ?? defaultProvider(settings),
      documentId: null,
    } as const;
    const queued = await queueStaffMail(tx, { ...mail, askedBy: member.id }, settings.mail);
    return { number, customer: order.fullName, recipient: mail.recipient, queued };
  });
  const { message, data } = deliveryAnswer(queued);
  return { message: `Invoice ${number} for order ${orderId}. ${message}`, data: { number, ...about, ...data } };
};

/** Why no invoice can be sent, or null. After a refund or a dispute, the text "Paid in full" would be false. */
function invoiceRefusal({
  processStatus,
  refundDate,
}: Pick<typeof orders.$inferSelect, 'processStatus' | 'refundDate'>): string | null {
  if (processStatus === 'Deleted') return 'This order is deleted. Restore it first.';
  if (processStatus === 'ChargeBack') return 'This order’s payment is disputed, so no invoice can be sent.';
  if (processStatus === 'Completed Refunds' || refundDate) return 'This order was refunded, so no invoice can be sent.';
  return null;
}

/** Returns the invoice's number. Throws 409 if the order cannot have an invoice (rule 15.11). */
async function issueInvoice(tx: Transaction, order: typeof orders.$inferSelect): Promise<number> {
  const { orderId, paidAt, amount, currency } = order;
  if (!paidAt) throw refused(409, 'This order has not been paid. You can send the invoice after payment.');
  if (amount === null || currency === null) {
    throw refused(409, 'The amount paid for this order is unknown, so no invoice can be sent.');
  }
  // As late as possible, because other invoices wait for this transaction from here on.
  const number = await lockNextNumber(tx);
  const at = new Date();
  const email = order.contactEmailAddress ?? order.email;
  const content = invoiceContent({ ...order, paidAt, amount, currency, email }, { number, at });
  await tx.insert(invoices).values({ number, orderId, amount, currency, content, issuedAt: at });
  return number;
}

const refused = (httpStatus: 404 | 409, text: string) => new HttpError(httpStatus, text, { errors: { orderId: text } });

const firstNumber = 1_001;

/** Concurrent calls wait for this transaction. A rolled-back number is reused, which prevents gaps. */
export async function lockNextNumber(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(advisoryLocks.invoiceNumbers))})`);
  const { rows } = await tx.execute<{ number: number }>(
    sql`select coalesce(max(number) + 1, ${firstNumber}::int) as number from ${invoices}`,
  );
  return rows[0]!.number;
}

export type InvoicedOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'fullName' | 'email' | 'landingDomain' | 'processingMode' | 'transactionId'
> & { amount: string; currency: string; paidAt: Date };

const bought: Readonly<Record<InvoicedOrder['processingMode'], string>> = {
  standard: 'New Zealand travel declaration, standard processing',
  priority: 'New Zealand travel declaration, priority processing',
};

/** The exact text of an invoice, stored with its number. The PDF is rendered from this alone. */
export type InvoiceContent = ReturnType<typeof invoiceContent>;

/** States no tax, because an order has only the total paid (rule 15.14). Issued `at`. */
export function invoiceContent(order: InvoicedOrder, { number, at }: { number: number; at: Date }) {
  const { brand: name, home, contact } = landingDomain(order.landingDomain);
  const total = money(order.amount, order.currency);
  const paidOn = letterDay(order.paidAt);
  return {
    number: String(number),
    day: [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
    brand: { name, home, contact },
    customer: { name: toOneLine(order.fullName), email: order.email },
    facts: [
      ['Invoice number', String(number)],
      ['Date', letterDay(at)],
      ['Order', order.orderId],
      ['Paid on', paidOn],
      ...(order.transactionId ? [['Transaction', toOneLine(order.transactionId)]] : []),
    ],
    lines: [[bought[order.processingMode], total]],
    total,
    settled: `Paid in full on ${paidOn}. No balance due.`,
  };
}

/** The same content always produces the same bytes. */
export const invoicePdf = async (content: InvoiceContent): Promise<Buffer> =>
  (await makePdf({ template: new URL('invoice.typ', import.meta.url), data: content })).bytes;

/** Renders the invoice for each sending, because PDFs are not stored. Throws MailFailure, `refused` if retries are useless. */
export async function attachInvoice(db: Database, orderId: string): Promise<Attachment> {
  const { number, content } = invoices;
  const { processStatus, refundDate } = orders;
  const [invoice] = await db
    .select({ number, content, processStatus, refundDate })
    .from(invoices)
    .innerJoin(orders, eq(orders.orderId, invoices.orderId))
    .where(eq(invoices.orderId, orderId));
  if (!invoice) throw new MailFailure('refused', 'This order has no invoice.');
  const refusal = invoiceRefusal(invoice);
  if (refusal) throw new MailFailure('refused', refusal);
  const pdf = await invoicePdf(invoice.content as InvoiceContent).catch((error: unknown) => {
    const isForGood = error instanceof PdfFailure && error.outcome === 'broken';
    throw isForGood ? new MailFailure('refused', 'The invoice PDF could not be created.', { cause: error }) : error;
  });
  return { filename: `Invoice ${invoice.number}.pdf`, contentType: 'application/pdf', content: pdf };
}
