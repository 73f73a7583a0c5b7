import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

export const gateways = pgTable(
  'gateways',
  {
    id: serial('id').primaryKey(),
    gatewayName: text('gateway_name').notNull().unique(),
    isActive: boolean('is_active').notNull().default(false),
  },
  // The index allows one active gateway at most; a trigger requires at least one.
  (t) => [
    uniqueIndex('gateways_active')
      .on(t.isActive)
      .where(sql`${t.isActive}`),
  ],
);

/** Append-only by trigger. */
export const gatewayChanges = pgTable(
  'gateway_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // `now()` would be the start of the transaction, so a change that waited for another would appear to precede it.
    at: timestamptz('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    fromId: integer('from_id')
      .notNull()
      .references(() => gateways.id),
    toId: integer('to_id')
      .notNull()
      .references(() => gateways.id),
  },
  (t) => [
    index('gateway_changes_from').on(t.fromId, t.at),
    check('gateway_changes_differ', sql`${t.fromId} <> ${t.toId}`),
  ],
);

/** Numbered without gaps, one per order. A trigger forbids changes, so a resent invoice is identical. */
export const invoices = pgTable('invoices', {
  number: integer('number').primaryKey(),
  orderId: orderReference().unique(),
  amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
  currency: text('currency').notNull(),
  /** An `InvoiceContent` (invoices/sendInvoice.ts). */
  content: jsonb('content').notNull(),
  issuedAt: timestamptz('issued_at').notNull().defaultNow(),
});
