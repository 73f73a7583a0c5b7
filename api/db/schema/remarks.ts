import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accessOrigins } from 'shared/rules/accessOrigin';
import { accessOrigin, moment, oneOf } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

const flagColumn = (name: string) => text(name).$type<'Y' | ''>().notNull().default('');

export const remarks = pgTable(
  'remarks',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    memberId: integer('member_id').references(() => members.id),
    remark: text('remark').notNull(),
    whatsapp: flagColumn('whatsapp'),
    telephone: flagColumn('telephone'),
    statusRefund: flagColumn('status_refund'),
    voided: flagColumn('voided'),
    chargeback: flagColumn('chargeback'),
    reportError: flagColumn('report_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('remarks_order').on(t.orderId, t.id),
    check(
      'remarks_flags',
      sql`${t.whatsapp} in ('Y', '') and ${t.telephone} in ('Y', '') and ${t.statusRefund} in ('Y', '')
        and ${t.voided} in ('Y', '') and ${t.chargeback} in ('Y', '') and ${t.reportError} in ('Y', '')`,
    ),
  ],
);

/** Texts that are written often: a person's own, and the team's. */
export const remarkSnippets = pgTable(
  'remark_snippets',
  {
    id: serial('id').primaryKey(),
    /** The member whose own snippet it is, or null for the team's. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** `{first_name}` and the like stand for the order's fields. */
    text: text('text').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [index('remark_snippets_member').on(t.memberId)],
);

/**
 * The questions to an order's customer, and the customer's messages. Triggers keep it append-only, except for the
 * address, which goes once no limit needs it (`forgetAddresses`).
 */
export const customerMessages = pgTable(
  'customer_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    /** The member who asked, or null for a customer's message. */
    memberId: integer('member_id').references(() => members.id),
    /** Empty when there is a document alone. */
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Of a customer's: on whose site it was written; null: nobody knows, it was before that was kept. */
    origin: accessOrigin(),
    /** Of a customer's: where it came from, as limits count it (`addressKey`); for a day. */
    address: text('address'),
    /** For a customer's message: its `Idempotency-Key`, and the SHA-256 of its content. */
    sentKey: text('sent_key'),
    sentDigest: text('sent_digest'),
    /** The document that came with it, named and kept as `documents` are; null: there is none. */
    file1: text('file1').unique(),
    originalName: text('original_name'),
    contentType: text('content_type'),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    storageKey: text('storage_key'),
  },
  (t) => [
    index('customer_messages_order').on(t.orderId, t.id),
    index('customer_messages_address')
      .on(t.address, t.createdAt)
      .where(sql`${t.address} is not null`),
    uniqueIndex('customer_messages_sent')
      .on(t.orderId, t.sentKey)
      .where(sql`${t.sentKey} is not null`),
    check('customer_messages_from', sql`${t.memberId} is null or ${t.address} is null`),
    check(
      'customer_messages_origin',
      sql`${t.origin} is null or (${t.origin} in (${oneOf(accessOrigins)}) and ${t.memberId} is null)`,
    ),
    check('customer_messages_something', sql`${t.text} <> '' or ${t.file1} is not null`),
    check(
      'customer_messages_file',
      sql`num_nulls(${t.file1}, ${t.originalName}, ${t.contentType}, ${t.size}, ${t.sha256}, ${t.storageKey}) in (0, 6)`,
    ),
  ],
);
