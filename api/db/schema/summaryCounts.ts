/**
 * What the two summaries are read from: daily, monthly and yearly sums, and beside each what its triggers append until a job adds
 * it. Kept as the folder counts are (docs/decisions/24-summaries.md).
 */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { day } from './columns.ts';

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

/** What came (> 0) and went (< 0) since. It has no key: nobody looks for one of its rows. */
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
