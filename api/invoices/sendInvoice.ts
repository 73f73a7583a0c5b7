import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { advisoryLocks, type Transaction } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { orders } from '../db/schema/orders.ts';
import { HttpError } from '../http/HttpError.ts';
import { serve, type Handler } from '../http/serve.ts';
import { deliveryAnswer } from '../mail/waitingMails.ts';
import { defaultProvider } from '../mail/queueMail.ts';
import { queueStaffMail } from '../documents/mailActions.ts';
import type { Settings } from '../settings/settings.ts';
import { findInvoice, invoiceContent, invoiceRefusal } from './invoicePdf.ts';

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
    const number = (await findInvoice(tx, orderId))?.number ?? (await issueInvoice(tx, order));
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
