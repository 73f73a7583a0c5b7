import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { accessOrigins } from 'shared/rules/accessOrigin';
import { accessOrigin, moment, oneOf } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

export const documents = pgTable(
  'documents',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    /** `{16+ random characters}.{ext}`: the file's name in both of its addresses. */
    file1: text('file1').notNull().unique(),
    customerName: text('customer_name').notNull(),
    originalName: text('original_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** What did not match the order, though a person confirmed it. */
    warnings: jsonb('warnings').$type<string[]>().notNull().default([]),
    /** Null: the product itself (the demo). */
    uploadedBy: integer('uploaded_by').references(() => members.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Since then it is evidence alone: no customer and no mail gets it. */
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [index('documents_order').on(t.orderId, t.id)],
);

export const downloads = pgTable(
  'downloads',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id),
    createTs: moment('create_ts').notNull().defaultNow(),
    ip: text('ip').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** IANA name. */
    timezone: text('timezone'),
    origin: accessOrigin(),
    bytesSent: bigint('bytes_sent', { mode: 'number' }).notNull().default(0),
    /** The document's last byte went out, though others may not have: its parts come in any order. */
    endSent: boolean('end_sent').notNull().default(false),
    completedAt: moment('completed_at'),
  },
  (t) => [
    index('downloads_order').on(t.orderId, t.id),
    check('downloads_origin', sql`${t.origin} in (${oneOf(accessOrigins)})`),
  ],
);
