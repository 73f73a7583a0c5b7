import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { members } from './members.ts';

/**
 * Members who were deleted, or given a lesser role, and may have unfinished orders of before still: they go back to their
 * folders, portion by portion.
 */
export const departures = pgTable(
  'departures',
  {
    memberId: integer('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Who deleted or demoted them: the history names them. */
    deletedBy: integer('deleted_by')
      .notNull()
      .references(() => members.id),
    /** One for all of the orders. */
    actionId: uuid('action_id').notNull(),
    leftAt: moment('left_at').notNull().defaultNow(),
    /** When it is to be looked at next. */
    dueAt: moment('due_at').notNull().defaultNow(),
  },
  (t) => [index('departures_due').on(t.dueAt)],
);
