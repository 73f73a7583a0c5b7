-- Orders are indexed as they are inserted. Imports of earlier versions left theirs in a backlog for a job to index: those
-- that still wait are indexed here. The lock waits for an import that is committing.
lock table order_search_backlog in access exclusive mode;
--> statement-breakpoint
insert into order_search (order_id, search_document)
select order_id, search_document from orders where order_id in (select unnest(order_ids) from order_search_backlog)
on conflict (order_id) do nothing;
--> statement-breakpoint
create or replace function index_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, search_document) select order_id, search_document from new_rows
  on conflict (order_id) do update set search_document = excluded.search_document;
  return null;
end $$;
--> statement-breakpoint
DROP TABLE "order_search_backlog" CASCADE;
