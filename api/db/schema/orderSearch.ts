import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { orderIdText } from './columns.ts';

/**
 * What the search's own indexes look at: each order's search document once more, in a table apart. Triggers keep it; a
 * move or an assignment, which writes the order anew, leaves these indexes alone. Orders of an import come a while later.
 */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: orderIdText('order_id').primaryKey(),
    searchDocument: text('search_document').notNull(),
  },
  (t) => [
    // Where a text occurs at all, by its trigrams; and by its letters beyond a to z, for texts too short to have one.
    index('order_search_trigrams').using('gin', sql`${t.searchDocument} gin_trgm_ops`),
    index('order_search_letters')
      .using('gin', sql`search_letters(${t.searchDocument})`)
      .where(sql`${t.searchDocument} ~ ${sql.raw("'[^a-z0-9 .@+\\x1f]'")}`),
  ],
);

/** Imported orders that `order_search` lacks as yet, a portion of the import a row. While there are any, searches do without it. */
export const orderSearchBacklog = pgTable('order_search_backlog', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  orderIds: text('order_ids').array().notNull(),
});
