-- Names are also found without their accents: 'jurgen' finds Jürgen. Empty if the names have none, so that the search
-- document of most orders stays as it is.
create function names_without_accents(names text) returns text language sql immutable strict parallel safe as $$
  select case when plain = small then '' else E'\x1f' || plain end
  from (select lower(names) as small) as lowered
  cross join lateral (
    -- Only Latin and Greek letters lose their marks: й is another letter than и. Then all is composed again.
    select translate(replace(replace(replace(replace(
      normalize(regexp_replace(normalize(small, nfd), '([a-zα-ω])[\u0300-\u036f]+', '\1', 'g'), nfc),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħıё', 'olddhiе') as plain
  ) as folded
$$;
--> statement-breakpoint
-- As in 0018: PostgreSQL 15 cannot change the expression of a generated column.
drop trigger orders_changed_for_search on orders;
--> statement-breakpoint
DROP INDEX "orders_by_status", "orders_unassigned", "orders_mine", "orders_refunds", "orders_all", "orders_future", "orders_future_month", "orders_waiting";
--> statement-breakpoint
ALTER TABLE "orders" drop column "search_document";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_document" text GENERATED ALWAYS AS (left(lower((order_id
  || case when coalesce(phone_number, '') = '' then '' else E'\x1f'
    || coalesce('+' || nullif(regexp_replace(country_code, '\D', '', 'g'), ''), '') || replace(phone_number, ' ', '') end
  || E'\x1f' || email
  || case when coalesce(contact_email_address, email) = email then '' else E'\x1f' || contact_email_address end
  || E'\x1f' || full_name
  || case when position(first_name || ' ' || last_name in full_name) > 0 then ''
    else E'\x1f' || first_name || E'\x1f' || last_name end) collate "default")
  || names_without_accents(full_name || case when position(first_name || ' ' || last_name in full_name) > 0 then ''
    else E'\x1f' || first_name || E'\x1f' || last_name end)
  || lower(coalesce(E'\x1f' || (refund ->> 'currency') || ' ' || (refund ->> 'amount'), '')
  || coalesce(E'\x1f' || (refund ->> 'reference'), '') || coalesce(E'\x1f' || (refund ->> 'reason'), '')), 640)) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("process_status","created_at","order_id") INCLUDE ("search_document");
--> statement-breakpoint
CREATE INDEX "orders_unassigned" ON "orders" USING btree ("process_status","created_at","order_id") INCLUDE ("search_document") WHERE "orders"."assigned_to" is null and "orders"."process_status" in ('New', 'Priority');
--> statement-breakpoint
CREATE INDEX "orders_mine" ON "orders" USING btree ("assigned_to","created_at","order_id") INCLUDE ("search_document") WHERE ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')) is true and "orders"."assigned_to" is not null;
--> statement-breakpoint
CREATE INDEX "orders_refunds" ON "orders" USING btree ("created_at","order_id") INCLUDE ("search_document") WHERE ("orders"."process_status" in ('Refunds', 'Completed Refunds')) is true;
--> statement-breakpoint
CREATE INDEX "orders_all" ON "orders" USING btree ("created_at","order_id") INCLUDE ("search_document") WHERE ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'Completed Refunds', 'ChargeBack')) is true;
--> statement-breakpoint
CREATE INDEX "orders_future" ON "orders" USING btree ("processing_date","order_id") INCLUDE ("search_document") WHERE "orders"."process_status" = 'Future';
--> statement-breakpoint
CREATE INDEX "orders_future_month" ON "orders" USING btree (extract(month from "processing_date"),"processing_date","order_id") INCLUDE ("search_document") WHERE "orders"."process_status" = 'Future';
--> statement-breakpoint
create trigger orders_changed_for_search after update of search_document on orders for each row
  when (old.search_document is distinct from new.search_document) execute function index_changed_order();
--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("customer_wrote_at","order_id") INCLUDE ("search_document") WHERE "orders"."customer_wrote_at" is not null and ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'Completed Refunds', 'ChargeBack')) is true;
--> statement-breakpoint
update order_search s set search_document = o.search_document from orders o
where o.order_id = s.order_id and o.search_document <> s.search_document;
