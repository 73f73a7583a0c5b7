import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { historyKinds } from 'shared/api/timelineCalls';
import { accessOrigins } from 'shared/rules/accessOrigin';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { accessOrigin, bytea, timestamptz, oneOf, orderIdText } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

export type HistoryKind = (typeof historyKinds)[number];

/** Changes to orders. Append-only by trigger. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderIdText('order_id').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
    memberId: integer('member_id').references(() => members.id),
    /** Shared by all orders that one action changed. */
    actionId: uuid('action_id').notNull(),
    kind: text('kind').$type<HistoryKind>().notNull(),
    field: text('field').notNull(),
    from: text('from'),
    to: text('to'),
    /** The site on which a customer wrote, for messages only. */
    origin: accessOrigin(),
    version: integer('version').notNull(),
  },
  (t) => [index('order_history_order').on(t.orderId, t.version), index('order_history_action').on(t.actionId)],
);

/** Actions that can be undone: each member's last twenty, for a day (`deleteOldActions`). */
export const orderActions = pgTable(
  'order_actions',
  {
    actionId: uuid('action_id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Increases with each action. A bulk action gets its value when it starts. */
    sequence: bigserial('place', { mode: 'number' }).notNull(),
    at: timestamptz('at').notNull().defaultNow(),
    undoneAt: timestamptz('taken_back_at'),
  },
  (t) => [index('order_actions_member').on(t.memberId, t.sequence)],
);

/** An order's values before an action, which Undo restores. */
export const undoSnapshots = pgTable(
  'order_action_befores',
  {
    actionId: uuid('action_id').notNull(),
    orderId: orderIdText('order_id').notNull(),
    /** The order's version after the action, to detect later changes. */
    version: integer('version').notNull(),
    processStatus: text('process_status').$type<OrderStatus>().notNull(),
    beforeDeleteStatus: text('before_delete_status').$type<OrderStatus>(),
    assignedTo: integer('assigned_to'),
    assignedAt: timestamptz('assigned_at'),
    processedBy: integer('processed_by'),
    completedAt: timestamptz('completed_at'),
    refund: jsonb('refund').$type<RefundDetails>(),
    /** Set only if the action handled the customer's messages. */
    customerWroteAt: timestamptz('customer_wrote_at'),
  },
  // No foreign key, because it would be checked for thousands of rows. `deleteOldActions` deletes the snapshots.
  (t) => [primaryKey({ columns: [t.actionId, t.orderId] })],
);

/** `tracked`: the tracking form was sent with the right order id and email. `opened`: the order's page was loaded. */
export const viewKinds = ['tracked', 'opened'] as const;

/** Customers' views of their orders. Append-only by trigger. Not every load adds a row (rule 13.34). */
export const orderViews = pgTable(
  'order_views',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    at: timestamptz('at').notNull().defaultNow(),
    how: text('how').$type<(typeof viewKinds)[number]>().notNull(),
    ip: text('ip').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    timezone: text('timezone'),
    origin: accessOrigin(),
  },
  (t) => [
    index('order_views_order').on(t.orderId, t.at),
    check('order_views_how', sql`${t.how} in (${oneOf(viewKinds)})`),
    check('order_views_origin', sql`${t.origin} in (${oneOf(accessOrigins)})`),
  ],
);

// The ledger is an order's evidence as a chain of hashes, written only by triggers (docs/decisions/26-ledger.md).

/** No foreign key, because entries outlive their order, and thousands of rows would be checked one by one. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    orderId: orderIdText('order_id').notNull(),
    seq: integer('seq').notNull(),
    at: timestamptz('at').notNull(),
    kind: text('kind').notNull(),
    /** The exact JSON text that was hashed. */
    facts: text('facts').notNull(),
    hash: bytea('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.seq] })],
);

/** The last entry of each chain of two or more entries, to detect truncation. */
export const ledgerHeads = pgTable('ledger_heads', {
  orderId: orderIdText('order_id').primaryKey(),
  seq: integer('seq').notNull(),
  hash: bytea('hash').notNull(),
});

export const noteKinds = ['details', 'packMade', 'withdrawn'] as const;

/** Facts that `appendLedger` adds. A trigger copies them to the ledger. Append-only by trigger. */
export const ledgerNotes = pgTable(
  'ledger_notes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    at: timestamptz('at').notNull().defaultNow(),
    memberId: integer('member_id').references(() => members.id),
    kind: text('kind').$type<(typeof noteKinds)[number]>().notNull(),
    facts: jsonb('facts').notNull(),
  },
  (t) => [check('ledger_notes_kind', sql`${t.kind} in (${oneOf(noteKinds)})`)],
);
