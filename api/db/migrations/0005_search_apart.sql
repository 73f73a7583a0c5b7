-- The search's own indexes on a table apart: an order that is moved or assigned is written anew with all its indexes, and
-- these two cost more than all others together. And so an import may leave them for later: see docs/decisions/11-intake.md.
CREATE TABLE "order_search" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"search_document" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_search_backlog" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_ids" text[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_search", "orders_search_letters";
--> statement-breakpoint
insert into order_search (order_id, search_document) select order_id, search_document from orders;
--> statement-breakpoint
CREATE INDEX "order_search_trigrams" ON "order_search" USING gin ("search_document" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "order_search_letters" ON "order_search" USING gin (search_letters("search_document")) WHERE "order_search"."search_document" ~ '[^a-z0-9 .@+\x1f]';
--> statement-breakpoint
-- What is changed a lot lands in a list that each search reads whole, until a vacuum puts it in its place.
alter table order_search set (autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
-- A connection that brings in many orders sets `arrival_desk.index_later`: its orders are noted, and indexed by a job.
create function index_new_orders() returns trigger language plpgsql as $$
begin
  if current_setting('arrival_desk.index_later', true) = 'on' then
    insert into order_search_backlog (order_ids) select array_agg(order_id) from new_rows having count(*) > 0;
  else
    insert into order_search (order_id, search_document) select order_id, search_document from new_rows
    on conflict (order_id) do update set search_document = excluded.search_document;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_inserted_for_search after insert on orders
  referencing new table as new_rows for each statement execute function index_new_orders();
--> statement-breakpoint
-- Also of an order that waits in the backlog: the job leaves alone what it finds there.
create function index_changed_order() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, search_document) values (new.order_id, new.search_document)
  on conflict (order_id) do update set search_document = excluded.search_document;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_changed_for_search after update of search_document on orders for each row
  when (old.search_document is distinct from new.search_document) execute function index_changed_order();
--> statement-breakpoint
create function unindex_deleted_orders() returns trigger language plpgsql as $$
begin
  delete from order_search where order_id in (select order_id from old_rows);
  return null;
end $$;
--> statement-breakpoint
create trigger orders_deleted_for_search after delete on orders
  referencing old table as old_rows for each statement execute function unindex_deleted_orders();
--> statement-breakpoint
-- Orders of a folder that hold a text, by the indexes of the search alone, in no order. A function of its own because
-- only it can bar the planner from a walk through everything: its guesses at substrings are off by factors.
-- `patterns`: as `like` reads them; each hit matches one. `letters`: rare letters that each hit has; null: do not ask.
-- `materialized` keeps the two steps apart: the indexes first, hit by hit, and then the hit's order by its key.
create or replace function search_candidates(
  term text, patterns text[], letters text[], statuses text[], assignee integer, in_month integer, most integer
) returns table (order_id text, created_at timestamptz, processing_date date) language plpgsql stable
  -- With less memory the places of a common text would be kept by page, and all rows of a page be looked at.
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set enable_hashjoin = off set enable_mergejoin = off set work_mem = '32MB' as $$
begin
  return query
    with by_trigrams as materialized (
      select s.order_id from order_search s where s.search_document like any (patterns)
    ), by_letters as materialized (
      select s.order_id from order_search s
      where letters is not null and search_letters(s.search_document) @> letters
        and s.search_document ~ '[^a-z0-9 .@+\x1f]' and strpos(s.search_document, term) > 0
    )
    (select o.order_id, o.created_at, o.processing_date from by_trigrams join orders o using (order_id)
      where (o.process_status = any (statuses)) is true
        and case when assignee is null then true when assignee = 0 then o.assigned_to is null else o.assigned_to = assignee end
        and (in_month is null or extract(month from o.processing_date) = in_month)
      limit most)
    union
    (select o.order_id, o.created_at, o.processing_date from by_letters join orders o using (order_id)
      where (o.process_status = any (statuses)) is true
        and case when assignee is null then true when assignee = 0 then o.assigned_to is null else o.assigned_to = assignee end
        and (in_month is null or extract(month from o.processing_date) = in_month)
      limit most)
    limit most;
end $$;
