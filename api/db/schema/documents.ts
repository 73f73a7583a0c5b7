import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { accessOrigins } from 'shared/rules/accessOrigin';
import { accessOrigin, timestamptz, oneOf } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

export const documents = pgTable(
  'documents',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    /** `{16+ random characters}.{ext}`, part of the download URLs for customers and staff. */
    file1: text('file1').notNull().unique(),
    customerName: text('customer_name').notNull(),
    originalName: text('original_name').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Mismatches between document and order, confirmed by the uploader. */
    warnings: jsonb('warnings').$type<string[]>().notNull().default([]),
    /** Null only for documents of an older demo. */
    uploadedBy: integer('uploaded_by').references(() => members.id),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Withdrawn documents are kept as evidence. Staff can open them, but customers and mails never get them. */
    withdrawnAt: timestamptz('withdrawn_at'),
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
    createTs: timestamptz('create_ts').notNull().defaultNow(),
    ip: text('ip').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    timezone: text('timezone'),
    origin: accessOrigin(),
    bytesSent: bigint('bytes_sent', { mode: 'number' }).notNull().default(0),
    /** Whether the last byte was sent. Ranges may be fetched in any order, so earlier bytes may still be missing. */
    endSent: boolean('end_sent').notNull().default(false),
    completedAt: timestamptz('completed_at'),
  },
  (t) => [
    index('downloads_order').on(t.orderId, t.id),
    check('downloads_origin', sql`${t.origin} in (${oneOf(accessOrigins)})`),
  ],
);
