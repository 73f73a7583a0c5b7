import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ParsedInput } from 'shared/api/call';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { advisoryLocks, type Transaction } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { orders } from '../db/schema/orders.ts';
import { Refusal } from '../http/Refusal.ts';
import { type Context, type Reply, serve } from '../http/serve.ts';
import { findEqualWaitingMail, secondsUntil, whenItGoes } from '../mail/waitingMails.ts';
import { unchosenProvider } from '../mail/queueMail.ts';
import { queueStaffMail } from '../orders/changes/queueStaffMail.ts';
import type { Settings } from '../settings/settings.ts';
import { findInvoice, invoiceContent, type InvoicedOrder } from './invoicePdf.ts';

/** The calls on invoices, for staff. */
export function invoiceRoutes(app: FastifyInstance) {
  serve(app, invoiceCalls.send, (input, context) => sendInvoice(input, context, app.desk.settings));
}

type SendCall = typeof invoiceCalls.send;

/**
 * Mails an order its invoice, which gets its number when it is asked for first and is the same from then on. The number, the
 * invoice and its mail are there together or not at all (rules 15.12). While an equal mail waits no other is asked for.
 */
export async function sendInvoice(
  { orderId, email, mailServiceProvider }: ParsedInput<SendCall>,
  { db, member }: Context<SendCall>,
  settings: Pick<Settings, 'mail'>,
): Promise<Reply<SendCall>> {
  const { number, customer, recipient, mailId, dueAt } = await db.transaction(async (tx) => {
    const order = fitForMail(orderId, await lockOrderForInvoice(tx, orderId));
    const number = (await findInvoice(tx, orderId))?.number ?? (await issueInvoice(tx, order));
    const mail = {
      orderId,
      kind: 'invoice',
      recipient: email ?? order.contactEmailAddress ?? order.email,
      provider: mailServiceProvider ?? unchosenProvider(settings),
      documentId: null,
    } as const;
    const asked =
      (await findEqualWaitingMail(tx, mail)) ??
      (await queueStaffMail(tx, { ...mail, askedBy: member.id }, settings.mail));
    return { number, customer: order.fullName, recipient: mail.recipient, ...asked };
  });
  return {
    message: `Invoice ${number} for order ${orderId}. ${whenItGoes(secondsUntil(dueAt))}`,
    data: { number, customer, recipient, mailId, dueAt: dueAt?.toISOString() ?? null },
  };
}

/** Answers its number. Throws a 409 for an order of which no invoice can be written (rules 15.11). */
async function issueInvoice(tx: Transaction, order: OrderForInvoice): Promise<number> {
  const invoiced = fitForInvoice(order);
  // As late as can be: everybody else's number waits for this transaction's end from here on.
  const number = await lockNextNumber(tx);
  const at = new Date();
  const { orderId, amount, currency } = invoiced;
  const content = invoiceContent(invoiced, { number, at });
  await insertInvoice(tx, { number, orderId, amount, currency, content, issuedAt: at });
  return number;
}

function fitForMail(orderId: string, order: OrderForInvoice | null): OrderForInvoice {
  if (!order) throw refused(404, `There is no order ${orderId}.`);
  if (order.status === 'Deleted') throw refused(409, 'This order is deleted. Restore it first.');
  // An invoice says that all is paid and nothing left to pay, and is never changed.
  if (order.status === 'ChargeBack')
    throw refused(409, 'The payment of this order is disputed, so no invoice can be sent.');
  if (order.status === 'Completed Refunds' || order.refundDate !== null) {
    throw refused(409, 'This order was refunded, so no invoice can be sent.');
  }
  return order;
}

function fitForInvoice({
  paidAt,
  amount,
  currency,
  email,
  contactEmailAddress,
  ...order
}: OrderForInvoice): InvoicedOrder {
  if (!paidAt) throw refused(409, 'This order has not been paid. Its invoice can be sent once it is.');
  if (amount === null || currency === null) {
    throw refused(409, 'It is not known how much was paid for this order, so it can have no invoice.');
  }
  return { ...order, paidAt, amount, currency, email: contactEmailAddress ?? email };
}

const refused = (httpStatus: 404 | 409, text: string) => new Refusal(httpStatus, text, { errors: { orderId: text } });

/** The first invoice's number: with it all have as many digits for long. */
const firstNumber = 1_001;

/** The order of an invoice, locked until the transaction ends; null: there is no such order. */
async function lockOrderForInvoice(tx: Transaction, orderId: string) {
  const [order] = await tx
    .select({
      orderId: orders.orderId,
      status: orders.processStatus,
      fullName: orders.fullName,
      email: orders.email,
      contactEmailAddress: orders.contactEmailAddress,
      landingDomain: orders.landingDomain,
      processingMode: orders.processingMode,
      amount: orders.amount,
      currency: orders.currency,
      paidAt: orders.paidAt,
      transactionId: orders.transactionId,
      refundDate: orders.refundDate,
    })
    .from(orders)
    .where(eq(orders.orderId, orderId))
    .for('update');
  return order ?? null;
}

type OrderForInvoice = NonNullable<Awaited<ReturnType<typeof lockOrderForInvoice>>>;

/**
 * The next invoice's number. A later request waits for this transaction and gets the same number after a rollback, so
 * there are no gaps.
 */
export async function lockNextNumber(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(advisoryLocks.invoiceNumbers))})`);
  const { rows } = await tx.execute<{ number: number }>(
    sql`select coalesce(max(number) + 1, ${firstNumber}::int) as number from ${invoices}`,
  );
  return rows[0]!.number;
}

export async function insertInvoice(tx: Transaction, invoice: typeof invoices.$inferInsert): Promise<void> {
  await tx.insert(invoices).values(invoice);
}
