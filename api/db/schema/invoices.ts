import { integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { orderReference } from './orders.ts';

/**
 * The invoices, numbered without gaps; one an order. Append-only, which a trigger keeps: sent again, an invoice is the
 * same.
 */
export const invoices = pgTable('invoices', {
  number: integer('number').primaryKey(),
  orderId: orderReference().unique(),
  amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
  currency: text('currency').notNull(),
  /** What it says, word by word: `InvoiceContent` of invoices/invoiceContent.ts. */
  content: jsonb('content').notNull(),
  issuedAt: moment('issued_at').notNull().defaultNow(),
});
