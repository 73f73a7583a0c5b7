/**
 * The order's evidence, entry by entry: who reads it reads the ledger alone. Triggers write it in the transaction of what
 * it tells, and refuse whatever else would touch it (docs/decisions/26-ledger.md).
 */
import { sql } from 'drizzle-orm';
import { bigserial, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, moment, oneOf, orderIdText } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

/** No foreign key: it would be looked up for each of thousands of rows, and what is here outlives everything. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    orderId: orderIdText('order_id').notNull(),
    seq: integer('seq').notNull(),
    /** When it was recorded. */
    at: moment('at').notNull(),
    kind: text('kind').notNull(),
    /** JSON, as the very text that the hash was made of. */
    facts: text('facts').notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.seq] })],
);

/**
 * Where each chain of more than one entry ends: the next entry follows on it, and an end that was taken off shows.
 */
export const ledgerHeads = pgTable('ledger_heads', {
  orderId: orderIdText('order_id').primaryKey(),
  seq: integer('seq').notNull(),
  hash: bytes('hash').notNull(),
});

/** What is noted for the ledger alone, and stands nowhere else. */
export const noteKinds = ['details', 'packMade', 'withdrawn'] as const;

/** The notes as they were handed in; append-only, which a trigger keeps. */
export const ledgerNotes = pgTable(
  'ledger_notes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    at: moment('at').notNull().defaultNow(),
    /** Null: the product itself. */
    memberId: integer('member_id').references(() => members.id),
    kind: text('kind').$type<(typeof noteKinds)[number]>().notNull(),
    facts: jsonb('facts').notNull(),
  },
  (t) => [check('ledger_notes_kind', sql`${t.kind} in (${oneOf(noteKinds)})`)],
);
