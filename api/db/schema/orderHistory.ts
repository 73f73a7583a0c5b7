import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RefundDetails } from 'shared/api/refundDetails';
import type { historyKinds } from 'shared/api/remarkCalls';
import { accessOrigins } from 'shared/rules/accessOrigin';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { accessOrigin, bytes, moment, oneOf, orderIdText } from './columns.ts';
import { members } from './members.ts';
import { orderReference } from './orders.ts';

/** What was done to an order; `changeText` has the words. */
export type HistoryKind = (typeof historyKinds)[number];

/** Every change to an order: who, when, from, to. Append-only, which a trigger keeps. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderIdText('order_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** Null: the product itself did it. */
    memberId: integer('member_id').references(() => members.id),
    /** What one click did to all its orders. */
    actionId: uuid('action_id').notNull(),
    kind: text('kind').$type<HistoryKind>().notNull(),
    field: text('field').notNull(),
    from: text('from'),
    to: text('to'),
    /** Of what a customer wrote: on whose site. */
    origin: accessOrigin(),
    /** The order's version once this was done. */
    version: integer('version').notNull(),
  },
  (t) => [index('order_history_order').on(t.orderId, t.version), index('order_history_action').on(t.actionId)],
);

/** The actions that Undo can reverse: the last twenty of each member, for a day (`forgetActions`). */
export const orderActions = pgTable(
  'order_actions',
  {
    actionId: uuid('action_id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A member's last action has their highest. A bulk has it from its beginning, not from its end. */
    place: bigserial('place', { mode: 'number' }).notNull(),
    at: moment('at').notNull().defaultNow(),
    takenBackAt: moment('taken_back_at'),
  },
  (t) => [index('order_actions_member').on(t.memberId, t.place)],
);

/** An order's values before an action changed it, which Undo restores. */
export const orderActionBefores = pgTable(
  'order_action_befores',
  {
    actionId: uuid('action_id').notNull(),
    orderId: orderIdText('order_id').notNull(),
    /** The order's version once the action was done: still so, and nobody has changed it since; else the history tells. */
    version: integer('version').notNull(),
    processStatus: text('process_status').$type<OrderStatus>().notNull(),
    beforeDeleteStatus: text('before_delete_status').$type<OrderStatus>(),
    assignedTo: integer('assigned_to'),
    assignedAt: moment('assigned_at'),
    processedBy: integer('processed_by'),
    completedAt: moment('completed_at'),
    refund: jsonb('refund').$type<RefundDetails>(),
  },
  // No foreign key: it would be looked up for each of thousands of rows; the clean-up keeps both tables together.
  (t) => [primaryKey({ columns: [t.actionId, t.orderId] })],
);

/** `tracked`: order id and e-mail were right; `opened`: the page of the order was loaded. */
export const viewKinds = ['tracked', 'opened'] as const;

/** When customers looked at their order. Append-only, which a trigger keeps; not each load is a row (rules 13.34). */
export const orderViews = pgTable(
  'order_views',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    at: moment('at').notNull().defaultNow(),
    how: text('how').$type<(typeof viewKinds)[number]>().notNull(),
    ip: text('ip').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** IANA name. */
    timezone: text('timezone'),
    origin: accessOrigin(),
  },
  (t) => [
    index('order_views_order').on(t.orderId, t.at),
    check('order_views_how', sql`${t.how} in (${oneOf(viewKinds)})`),
    check('order_views_origin', sql`${t.origin} in (${oneOf(accessOrigins)})`),
  ],
);

// The order's evidence, entry by entry. Triggers write it in the transaction that it describes, and refuse every other
// change (docs/decisions/26-ledger.md).

/** No foreign key: each of thousands of rows would look it up, and entries outlive their order. */
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

/** Events recorded in the ledger alone. */
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
