import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';

/** Whether there are imported orders that the search's own indexes lack. */
export async function ordersWait(db: Database): Promise<boolean> {
  return (await db.execute(sql`select from order_search_backlog limit 1`)).rows.length > 0;
}

/**
 * Lists and searches read an index alone where all may see a page's orders; else each order itself, which is ten times the
 * work. The server finds that out by and by, up to minutes later: here while an import is under way, and for it alone.
 */
export async function notePagesOfImport(db: Database): Promise<void> {
  await db.execute(sql`vacuum (skip_locked, index_cleanup off, truncate off) orders`);
}

/**
 * Indexes one portion of the imported orders that wait for it, and answers whether there was one. While an import is
 * copying there is none: it has both processors then. Several instances take different portions; an order that was changed
 * meanwhile is there already, and newer.
 */
export async function indexWaitingPortion(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with portion as (
      delete from order_search_backlog where id = (
        select id from order_search_backlog
        where not exists (select from pg_stat_progress_copy where relid = 'orders'::regclass)
        order by id limit 1 for update skip locked)
      returning order_ids
    ), indexed as (
      insert into order_search (order_id, search_document)
      select order_id, search_document from orders where order_id = any (array(select unnest(order_ids) from portion))
      order by order_id
      on conflict (order_id) do nothing
    )
    select from portion`);
  return rows.length > 0;
}

/** After many orders: puts in place what an index has only noted, and shows the planner what is there now. */
export async function tidySearchIndex(db: Database): Promise<void> {
  await db.execute(sql`vacuum (skip_locked, analyze) order_search`);
  await db.execute(sql`analyze (skip_locked) orders`);
}
