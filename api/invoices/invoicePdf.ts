import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { asOneLine } from 'shared/api/visibleText';
import { letterDay } from 'shared/format/dates';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import type { Database } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { type Attachment, MailFailure } from '../mail/providers/MailProvider.ts';
import { makePdf, PdfFailure } from '../pdf/makePdf.ts';

/** What an invoice tells of a paid order, as the order has it. */
export interface InvoicedOrder {
  orderId: string;
  fullName: string;
  email: string;
  landingDomain: string | null;
  processingMode: 'standard' | 'priority';
  /** Decimal number in text. */
  amount: string;
  currency: string;
  paidAt: Date;
  transactionId: string | null;
}

/** What an invoice says, word by word: it is kept with its number, and its PDF is made from it and nothing else. */
export interface InvoiceContent {
  number: string;
  /** Year, month and day on which it was issued, in UTC. */
  day: readonly [year: number, month: number, day: number];
  brand: { name: string; home: string; contact: string };
  customer: { name: string; email: string };
  /** In the order in which they stand: label and what is said. */
  facts: readonly (readonly [label: string, said: string])[];
  /** What was bought, and for how much. */
  lines: readonly (readonly [what: string, amount: string])[];
  total: string;
  settled: string;
}

const bought: Readonly<Record<InvoicedOrder['processingMode'], string>> = {
  standard: 'New Zealand travel declaration, standard processing',
  priority: 'New Zealand travel declaration, priority processing',
};

/**
 * The words of an order's invoice (rules 15.14). It names no tax: what an order holds is the one amount that was paid.
 */
export function invoiceContent(order: InvoicedOrder, { number, at }: { number: number; at: Date }): InvoiceContent {
  const { brand: name, home, contact } = landingDomain(order.landingDomain);
  const total = money(order.amount, order.currency);
  const paidOn = letterDay(order.paidAt);
  return {
    number: String(number),
    day: [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
    brand: { name, home, contact },
    customer: { name: asOneLine(order.fullName), email: order.email },
    facts: [
      ['Invoice number', String(number)],
      ['Date', letterDay(at)],
      ['Order', order.orderId],
      ['Paid on', paidOn],
      ...(order.transactionId ? [['Transaction', asOneLine(order.transactionId)] as const] : []),
    ],
    lines: [[bought[order.processingMode], total]],
    total,
    settled: `Paid in full on ${paidOn}. Nothing is left to pay.`,
  };
}

/** The PDF of an invoice: the same bytes for the same content. */
export const invoicePdf = (content: InvoiceContent): Promise<Buffer> =>
  makePdf(new URL('invoice.typ', import.meta.url), content);

const unmade = 'The PDF of the invoice could not be made.';

/** The same content and the same template fail the same way each time. */
const isForGood = (error: unknown) => error instanceof PdfFailure && error.outcome === 'broken';

/**
 * The invoice of an order as its mail takes it along. It is made when the mail goes, from what was written down when it got
 * its number, and stored nowhere. One that can never be made is refused; what else keeps it from being made may pass.
 */
export async function attachInvoice(db: Database, orderId: string): Promise<Attachment> {
  const invoice = await findInvoice(db, orderId);
  if (!invoice) throw new MailFailure('refused', 'This order has no invoice.');
  const pdf = await invoicePdf(invoice.content).catch((error: unknown) => {
    throw isForGood(error) ? new MailFailure('refused', unmade, { cause: error }) : error;
  });
  return {
    fileName: `Invoice ${invoice.number}.pdf`,
    contentType: 'application/pdf',
    open: async () => Readable.from([pdf], { objectMode: false }),
  };
}

/** The invoice of an order; null: it has none yet. */
export async function findInvoice(db: Database, orderId: string) {
  const { number, content } = invoices;
  const [invoice] = await db.select({ number, content }).from(invoices).where(eq(invoices.orderId, orderId));
  return invoice ? { number: invoice.number, content: invoice.content as InvoiceContent } : null;
}
