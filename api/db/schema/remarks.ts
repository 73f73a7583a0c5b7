import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accessOrigins } from 'shared/rules/accessOrigin';
import { accessOrigin, timestamptz, oneOf } from './columns.ts';
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
    createdAt: timestamptz('created_at').notNull().defaultNow(),
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

export const remarkSnippets = pgTable(
  'remark_snippets',
  {
    id: serial('id').primaryKey(),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** With placeholders such as `{first_name}`. */
    text: text('text').notNull(),
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
  },
  (t) => [index('remark_snippets_member').on(t.memberId)],
);

/**
 * Append-only by trigger, except that an address may be cleared, and that our messages may be marked as shown or
 * withdrawn.
 */
export const customerMessages = pgTable(
  'customer_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    memberId: integer('member_id').references(() => members.id),
    /** Whether a message from staff is a reply, which the customer need not answer. */
    isReply: boolean('is_reply').notNull().default(false),
    /** The order's `customerWroteAt` before our message. Withdrawing the message restores it. */
    customerWroteAt: timestamptz('customer_wrote_at'),
    /**
     * When the customer's page first got our message, which then can no longer be withdrawn. The default is for
     * messages from an earlier version of the API: they count as shown.
     */
    shownAt: timestamptz('shown_at').defaultNow(),
    /** When our message was withdrawn. Customers no longer see it, but staff do. */
    withdrawnAt: timestamptz('withdrawn_at'),
    /** Empty for a document without a message. */
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    origin: accessOrigin(),
    /** The customer's rate limit key (`addressKey`), kept for a day. */
    address: text('address'),
    /** The customer's `Idempotency-Key`, and the SHA-256 of the content. */
    sentKey: text('sent_key'),
    sentDigest: text('sent_digest'),
    /** The customer's file, named and stored as in `documents`. */
    file1: text('file1').unique(),
    originalName: text('original_name'),
    contentType: text('content_type'),
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
    check('customer_messages_reply', sql`not ${t.isReply} or ${t.memberId} is not null`),
    check('customer_messages_something', sql`${t.text} <> '' or ${t.file1} is not null`),
    check(
      'customer_messages_file',
      sql`num_nulls(${t.file1}, ${t.originalName}, ${t.contentType}, ${t.size}, ${t.sha256}, ${t.storageKey}) in (0, 6)`,
    ),
  ],
);
