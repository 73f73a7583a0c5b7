import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

// The source of the two summaries: daily, monthly and yearly sums, each with the deltas that triggers append until a
// job adds them. Kept as the folder counts are (docs/decisions/24-summaries.md).

/** Orders of each processing; of an order that arrived as Future, that alone (rules 15.3). */
const processings = {
  standard: integer('standard').notNull(),
  priority: integer('priority').notNull(),
  future: integer('future').notNull(),
};

/** Orders that are not Deleted, by the UTC day, month and year of `created_at` and by nationality; empty: they say none. */
export const countryCounts = pgTable(
  'country_counts',
  {
    period: text('period').$type<'year' | 'month' | 'day'>().notNull(),
    /** First day of the period. */
    starts: day('starts').notNull(),
    nationality: text('nationality').notNull(),
    ...processings,
  },
  (t) => [
    primaryKey({ name: 'country_counts_key', columns: [t.period, t.starts, t.nationality] }),
    check('country_counts_period', sql`${t.period} in ('year', 'month', 'day')`),
  ],
);

/** Orders added (> 0) or removed (< 0) since then. It has no key: nobody looks for one of its rows. */
export const countryCountDeltas = pgTable('country_count_deltas', {
  day: day('day').notNull(),
  nationality: text('nationality').notNull(),
  ...processings,
});

/** Orders that are not Deleted and were completed, by the UTC day, month and year of the last time, and by who did it then. */
export const processorCounts = pgTable(
  'processor_counts',
  {
    period: text('period').$type<'year' | 'month' | 'day'>().notNull(),
    starts: day('starts').notNull(),
    memberId: integer('member_id').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [
    primaryKey({ name: 'processor_counts_key', columns: [t.period, t.starts, t.memberId] }),
    check('processor_counts_period', sql`${t.period} in ('year', 'month', 'day')`),
  ],
);

/** As `countryCountDeltas`. */
export const processorCountDeltas = pgTable('processor_count_deltas', {
  day: day('day').notNull(),
  memberId: integer('member_id').notNull(),
  n: integer('n').notNull(),
});
