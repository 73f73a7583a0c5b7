import { bigint, bigserial, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { day } from './columns.ts';

/** What the counting triggers append: raw facts of orders that came (n > 0) or went (n < 0), until a job folds them. */
export const orderCountDeltas = pgTable('order_count_deltas', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  processStatus: text('process_status').notNull(),
  /** 0: nobody. */
  assignedTo: integer('assigned_to').notNull(),
  createdDay: day('created_day').notNull(),
  processingDate: day('processing_date'),
  n: integer('n').notNull(),
});

/** Orders by status and assignee. A folder's count is the sum of its rows here and of those not folded yet. */
export const orderCounts = pgTable(
  'order_counts',
  {
    processStatus: text('process_status').notNull(),
    assignedTo: integer('assigned_to').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.processStatus, t.assignedTo] })],
);

/**
 * The same by UTC day and by month, of `created_at` and of `processing_date`: finds any page without walking to it, and
 * holds the months of Future Order.
 */
export const orderPeriodCounts = pgTable(
  'order_period_counts',
  {
    dayOf: text('day_of').$type<'created_at' | 'processing_date'>().notNull(),
    period: text('period').$type<'month' | 'day'>().notNull(),
    processStatus: text('process_status').notNull(),
    /** 0: nobody; -1: whoever it is, all of them together. */
    assignedTo: integer('assigned_to').notNull(),
    /** First day of the period. */
    starts: day('starts').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'order_period_counts_key',
      columns: [t.dayOf, t.period, t.processStatus, t.assignedTo, t.starts],
    }),
  ],
);
