import { bigserial, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { historyKinds } from 'shared/api/remarkCalls';
import { accessOrigin, moment, orderIdText } from './columns.ts';
import { members } from './members.ts';

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
