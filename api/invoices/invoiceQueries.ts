import { eq, sql } from 'drizzle-orm';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { orders } from '../db/schema/orders.ts';
import type { InvoiceContent } from './invoiceContent.ts';

/** The first invoice's number: with it all have as many digits for long. */
const firstNumber = 1_001;

/** What an invoice is made of, locked until the transaction ends; null: there is no such order. */
export async function lockOrderForInvoice(tx: Transaction, orderId: string) {
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
export type OrderForInvoice = NonNullable<Awaited<ReturnType<typeof lockOrderForInvoice>>>;

/** The invoice of an order; null: it has none yet. */
export async function findInvoice(db: Database, orderId: string) {
  const { number, content } = invoices;
  const [invoice] = await db.select({ number, content }).from(invoices).where(eq(invoices.orderId, orderId));
  return invoice ? { number: invoice.number, content: invoice.content as InvoiceContent } : null;
}

/**
 * The next invoice's number. Whoever asks after that waits until this transaction has ended, and gets the same number
 * when it was rolled back: so there are no gaps.
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
