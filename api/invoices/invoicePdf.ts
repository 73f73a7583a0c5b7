import { eq } from 'drizzle-orm';
import { toOneLine } from 'shared/api/fields/visibleText';
import { letterDay } from 'shared/format/dates';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import type { Database } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { orders } from '../db/schema/orders.ts';
import { type Attachment, MailFailure } from '../mail/providers/MailProvider.ts';
import { makePdf, PdfFailure } from '../pdf/makePdf.ts';

export type InvoicedOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'fullName' | 'email' | 'landingDomain' | 'processingMode' | 'transactionId'
> & { amount: string; currency: string; paidAt: Date };

/** The exact text of an invoice, stored with its number. The PDF is rendered from this alone. */
export interface InvoiceContent {
  number: string;
  /** Date of issue in UTC. */
  day: readonly [year: number, month: number, day: number];
  brand: { name: string; home: string; contact: string };
  customer: { name: string; email: string };
  facts: readonly (readonly [label: string, said: string])[];
  lines: readonly (readonly [what: string, amount: string])[];
  total: string;
  settled: string;
}

const bought: Readonly<Record<InvoicedOrder['processingMode'], string>> = {
  standard: 'New Zealand travel declaration, standard processing',
  priority: 'New Zealand travel declaration, priority processing',
};

/** States no tax, because an order has only the total paid (rule 15.14). */
export function invoiceContent(order: InvoicedOrder, { number, at }: { number: number; at: Date }): InvoiceContent {
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
      ...(order.transactionId ? [['Transaction', toOneLine(order.transactionId)] as const] : []),
    ],
    lines: [[bought[order.processingMode], total]],
    total,
    settled: `Paid in full on ${paidOn}. No balance due.`,
  };
}

/** The same content always produces the same bytes. */
export const invoicePdf = async (content: InvoiceContent): Promise<Buffer> =>
  (await makePdf({ template: new URL('invoice.typ', import.meta.url), data: content })).bytes;

const unmade = 'The invoice PDF could not be created.';

/** Whether a retry would fail too, because the template or the content is unusable. */
const isForGood = (error: unknown) => error instanceof PdfFailure && error.outcome === 'broken';

/** Renders the invoice for each sending, because PDFs are not stored. Throws MailFailure, `refused` if retries are useless. */
export async function attachInvoice(db: Database, orderId: string): Promise<Attachment> {
  const [order] = await db
    .select({ processStatus: orders.processStatus, refundDate: orders.refundDate })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  const refusal = order && invoiceRefusal(order);
  if (refusal) throw new MailFailure('refused', refusal);
  const invoice = await findInvoice(db, orderId);
  if (!invoice) throw new MailFailure('refused', 'This order has no invoice.');
  const content = await invoicePdf(invoice.content).catch((error: unknown) => {
    throw isForGood(error) ? new MailFailure('refused', unmade, { cause: error }) : error;
  });
  return { fileName: `Invoice ${invoice.number}.pdf`, contentType: 'application/pdf', content };
}

/** Why no invoice can be sent, or null. After a refund or a dispute, the text "Paid in full" would be false. */
export function invoiceRefusal({
  processStatus,
  refundDate,
}: Pick<typeof orders.$inferSelect, 'processStatus' | 'refundDate'>): string | null {
  if (processStatus === 'Deleted') return 'This order is deleted. Restore it first.';
  if (processStatus === 'ChargeBack') return 'This order’s payment is disputed, so no invoice can be sent.';
  if (processStatus === 'Completed Refunds' || refundDate) return 'This order was refunded, so no invoice can be sent.';
  return null;
}

export async function findInvoice(db: Database, orderId: string) {
  const { number, content } = invoices;
  const [invoice] = await db.select({ number, content }).from(invoices).where(eq(invoices.orderId, orderId));
  return invoice ? { number: invoice.number, content: invoice.content as InvoiceContent } : null;
}
