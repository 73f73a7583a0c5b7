import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { day } from './columns.ts';

/**
 * Appended by triggers: `n` is the change in the number of orders with these column values. A job folds the rows into
 * the counts.
 */
export const orderCountDeltas = pgTable('order_count_deltas', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  processStatus: text('process_status').notNull(),
  /** 0: unassigned. */
  assignedTo: integer('assigned_to').notNull(),
  createdDay: day('created_day').notNull(),
  processingDate: day('processing_date'),
  /** The UTC day on which the oldest unhandled customer message arrived. */
  waitingDay: day('waiting_day'),
  n: integer('n').notNull(),
});

/** A folder's count is the sum of its rows here and of its deltas that are not folded yet. */
export const orderCounts = pgTable(
  'order_counts',
  {
    processStatus: text('process_status').notNull(),
    assignedTo: integer('assigned_to').notNull(),
    waiting: boolean('waiting').notNull().default(false),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'order_counts_key', columns: [t.processStatus, t.assignedTo, t.waiting] })],
);

/** `orderCounts` split by UTC day and month, to find where a page starts and how many orders a month has. */
export const orderPeriodCounts = pgTable(
  'order_period_counts',
  {
    dayOf: text('day_of').$type<'created_at' | 'processing_date' | 'customer_wrote_at'>().notNull(),
    period: text('period').$type<'month' | 'day'>().notNull(),
    processStatus: text('process_status').notNull(),
    /** 0: unassigned; -1: all assignees together. */
    assignedTo: integer('assigned_to').notNull(),
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

// Counts for the summaries by country and by processor, with deltas as above (docs/decisions/24-summaries.md).

/** An order that arrived as Future counts only as Future (rule 15.3). */
const processings = {
  standard: integer('standard').notNull(),
  priority: integer('priority').notNull(),
  future: integer('future').notNull(),
};

/** Orders that are not Deleted, by nationality (empty if unknown) and UTC day, month and year of `created_at`. */
export const countryCounts = pgTable(
  'country_counts',
  {
    period: text('period').$type<'year' | 'month' | 'day'>().notNull(),
    starts: day('starts').notNull(),
    nationality: text('nationality').notNull(),
    ...processings,
  },
  (t) => [
    primaryKey({ name: 'country_counts_key', columns: [t.period, t.starts, t.nationality] }),
    check('country_counts_period', sql`${t.period} in ('year', 'month', 'day')`),
  ],
);

export const countryCountDeltas = pgTable('country_count_deltas', {
  day: day('day').notNull(),
  nationality: text('nationality').notNull(),
  ...processings,
});

/** Orders that are not Deleted, by the member who last completed them and the UTC period of `completed_at`. */
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

export const processorCountDeltas = pgTable('processor_count_deltas', {
  day: day('day').notNull(),
  memberId: integer('member_id').notNull(),
  n: integer('n').notNull(),
});
