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
import { moment } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

export const gateways = pgTable(
  'gateways',
  {
    id: serial('id').primaryKey(),
    gatewayName: text('gateway_name').notNull().unique(),
    isActive: boolean('is_active').notNull().default(false),
  },
  // At most one is active; that at least one is, a trigger keeps.
  (t) => [
    uniqueIndex('gateways_active')
      .on(t.isActive)
      .where(sql`${t.isActive}`),
  ],
);

/** Each change of the active gateway: who, when, from, to. Append-only, which a trigger keeps. */
export const gatewayChanges = pgTable(
  'gateway_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // Not when its transaction began: of two that wait for each other the second would seem to be the first.
    at: moment('at')
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

/**
 * The invoices, numbered without gaps; one an order. Append-only, which a trigger keeps: sent again, an invoice is the
 * same.
 */
export const invoices = pgTable('invoices', {
  number: integer('number').primaryKey(),
  orderId: orderReference().unique(),
  amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
  currency: text('currency').notNull(),
  /** What it says, word by word: `InvoiceContent` of invoices/invoicePdf.ts. */
  content: jsonb('content').notNull(),
  issuedAt: moment('issued_at').notNull().defaultNow(),
});
