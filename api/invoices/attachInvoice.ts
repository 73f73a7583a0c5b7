import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import { MailFailure, type Attachment } from '../mail/providers/MailProvider.ts';
import { PdfFailure } from '../pdf/makePdf.ts';
import { makePdf } from '../pdf/makePdf.ts';
import type { InvoiceContent } from './invoiceContent.ts';
import { findInvoice } from './invoiceQueries.ts';

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
