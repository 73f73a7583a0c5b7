import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { members } from './members.ts';

/** Texts that are written often: a person's own, and the team's. */
export const remarkSnippets = pgTable(
  'remark_snippets',
  {
    id: serial('id').primaryKey(),
    /** Whose own it is; null: the team's. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** `{first_name}` and the like stand for the order's fields. */
    text: text('text').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [index('remark_snippets_member').on(t.memberId)],
);
