-- Counts by period in place of counts by day: see docs/decisions/09-any-page-and-search.md.
DROP TABLE "order_day_counts";
--> statement-breakpoint
CREATE TABLE "order_period_counts" (
	"day_of" text NOT NULL,
	"period" text NOT NULL,
	"process_status" text NOT NULL,
	"assigned_to" integer NOT NULL,
	"starts" date NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "order_period_counts_key" PRIMARY KEY("day_of","period","process_status","assigned_to","starts")
);
--> statement-breakpoint
create extension if not exists pg_trgm;
--> statement-breakpoint
DROP INDEX "orders_by_status", "orders_unassigned", "orders_mine", "orders_refunds", "orders_all", "orders_future";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_document" text GENERATED ALWAYS AS (left(lower((order_id
  || case when coalesce(phone_number, '') = '' then '' else E'\x1f'
    || coalesce('+' || nullif(regexp_replace(country_code, '\D', '', 'g'), ''), '') || replace(phone_number, ' ', '') end
  || E'\x1f' || email
  || case when coalesce(contact_email_address, email) = email then '' else E'\x1f' || contact_email_address end
  || E'\x1f' || full_name
  || case when position(first_name || ' ' || last_name in full_name) > 0 then ''
    else E'\x1f' || first_name || E'\x1f' || last_name end) collate "default"), 640)) STORED NOT NULL;
--> statement-breakpoint
-- The letters of a search document that are rare in Latin desks (everything beyond a to z, digits and a few signs), and
-- the pairs of common ones that stand between two rare ones: what a search for one or two characters asks.
create function search_letters(document text) returns text[] language sql immutable parallel safe as $$
  select string_to_array(regexp_replace(document, '[a-z0-9 .@+\x1f]+', '', 'g'), null)
    || case when document ~ '[^a-z0-9 .@+\x1f][a-z0-9 .@+]{2}[^a-z0-9 .@+\x1f]' then
      array_remove(string_to_array(regexp_replace(document,
        '(?<=[^a-z0-9 .@+\x1f])([a-z0-9 .@+]{2})(?=[^a-z0-9 .@+\x1f])|.', E'\\1\x1f', 'g'), E'\x1f'), '')
      else '{}' end
$$;
--> statement-breakpoint
-- Each folder's order carries the search document (`include`), so that a search walks it without the wide rows.
CREATE INDEX "orders_by_status" ON "orders" USING btree ("process_status","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) INCLUDE ("search_document");
--> statement-breakpoint
CREATE INDEX "orders_unassigned" ON "orders" USING btree ("process_status","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) INCLUDE ("search_document") WHERE "orders"."assigned_to" is null and "orders"."process_status" in ('New', 'Priority');
--> statement-breakpoint
CREATE INDEX "orders_mine" ON "orders" USING btree ("assigned_to","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) INCLUDE ("search_document") WHERE ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')) is true;
--> statement-breakpoint
CREATE INDEX "orders_refunds" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) INCLUDE ("search_document") WHERE ("orders"."process_status" in ('Refunds', 'Completed Refunds')) is true;
--> statement-breakpoint
CREATE INDEX "orders_all" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) INCLUDE ("search_document") WHERE ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'Completed Refunds', 'ChargeBack')) is true;
--> statement-breakpoint
CREATE INDEX "orders_future" ON "orders" USING btree ("processing_date","order_id") INCLUDE ("search_document") WHERE "orders"."process_status" = 'Future';
--> statement-breakpoint
CREATE INDEX "orders_future_month" ON "orders" USING btree (extract(month from "processing_date"),"processing_date","order_id") INCLUDE ("search_document") WHERE "orders"."process_status" = 'Future';
--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_document" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "orders_search_letters" ON "orders" USING gin (search_letters("search_document")) WHERE "orders"."search_document" ~ '[^a-z0-9 .@+\x1f]';
--> statement-breakpoint
-- Orders of a folder that hold a text, by the indexes of the search alone, in no order. A function of its own because
-- only it can bar the planner from a walk through everything: its guesses at substrings are off by factors.
-- `patterns`: as `like` reads them; each hit matches one. `letters`: rare letters that each hit has; null: do not ask.
create function search_candidates(
  term text, patterns text[], letters text[], statuses text[], assignee integer, in_month integer, most integer
) returns table (order_id text, created_at timestamptz, processing_date date) language plpgsql stable
  -- With less memory the places of a common text would be kept by page, and all rows of a page be looked at.
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB' as $$
begin
  return query
    (select o.order_id, o.created_at, o.processing_date from orders o
      where o.search_document like any (patterns)
        and (o.process_status = any (statuses)) is true
        and case when assignee is null then true when assignee = 0 then o.assigned_to is null else o.assigned_to = assignee end
        and (in_month is null or extract(month from o.processing_date) = in_month)
      limit most)
    union
    (select o.order_id, o.created_at, o.processing_date from orders o
      where letters is not null and search_letters(o.search_document) @> letters
        and o.search_document ~ '[^a-z0-9 .@+\x1f]' and strpos(o.search_document, term) > 0
        and (o.process_status = any (statuses)) is true
        and case when assignee is null then true when assignee = 0 then o.assigned_to is null else o.assigned_to = assignee end
        and (in_month is null or extract(month from o.processing_date) = in_month)
      limit most)
    limit most;
end $$;
--> statement-breakpoint
-- A walk reads the index alone where a page is known to be visible to all: keep that knowledge fresh, also of new rows.
alter table orders set (autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
alter table order_count_deltas set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
-- What is there already, counted once; the table is locked until this migration ends.
insert into order_period_counts (day_of, period, process_status, assigned_to, starts, n)
select day_of, period, process_status, who,
  case period when 'day' then day else day - (extract(day from day)::int - 1) end, count(*)
from (
  select 'created_at' as day_of, process_status, coalesce(assigned_to, 0) as assignee, (created_at at time zone 'UTC')::date as day
  from orders
  union all
  select 'processing_date', process_status, coalesce(assigned_to, 0), processing_date from orders where process_status = 'Future'
) as days
cross join (values ('day'), ('month')) as periods (period)
cross join lateral (values (assignee), (-1)) as assignees (who)
group by 1, 2, 3, 4, 5;
--> statement-breakpoint
truncate order_counts, order_count_deltas;
--> statement-breakpoint
insert into order_counts (process_status, assigned_to, n)
select process_status, coalesce(assigned_to, 0), count(*) from orders group by 1, 2;
