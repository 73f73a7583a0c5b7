ALTER TABLE "orders" ADD COLUMN "refund" jsonb;
--> statement-breakpoint
ALTER TABLE "order_action_befores" ADD COLUMN "refund" jsonb;
--> statement-breakpoint
-- By hand, as drizzle knows no `include` and no trigger: the search document also has the details of a refund.
-- PostgreSQL 15 cannot change the expression of a generated column, so the column and its indexes are created again.
drop trigger orders_changed_for_search on orders;
--> statement-breakpoint
DROP INDEX "orders_by_status", "orders_unassigned", "orders_mine", "orders_refunds", "orders_all", "orders_future", "orders_future_month";
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
    else E'\x1f' || first_name || E'\x1f' || last_name end
  || coalesce(E'\x1f' || (refund ->> 'currency') || ' ' || (refund ->> 'amount'), '')
  || coalesce(E'\x1f' || (refund ->> 'reference'), '') || coalesce(E'\x1f' || (refund ->> 'reason'), '')) collate "default"), 640)) STORED NOT NULL;
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
-- The order's chain records each change to its refund details.
create or replace function append_correction() returns trigger language plpgsql as $$
declare
  paid boolean := old.paid_at is null and new.paid_at is not null;
  changes json;
begin
  if paid then
    perform append_ledger(array[new.order_id], array['paid'], array[ledger_facts('',
    array['happenedAt', 'amount', 'currency', 'transactionId'],
    array[ledger_happened(new.paid_at), new.amount::text, new.currency, new.transaction_id])]);
  end if;
  select json_object_agg(field, json_build_object('from', was, 'to', now_is)) into changes
  from (values
    ('email', old.email, new.email, false),
    ('contact_email_address', old.contact_email_address, new.contact_email_address, false),
    ('created_at', ledger_moment(old.created_at), ledger_moment(new.created_at), false),
    ('paid_at', ledger_moment(old.paid_at), ledger_moment(new.paid_at), true),
    ('amount', old.amount::text, new.amount::text, true),
    ('currency', old.currency, new.currency, true),
    ('transaction_id', old.transaction_id, new.transaction_id, true),
    ('merchant_name', old.merchant_name, new.merchant_name, false),
    ('order_ip', old.order_ip, new.order_ip, false),
    ('order_user_agent', old.order_user_agent, new.order_user_agent, false),
    ('refund', old.refund::text, new.refund::text, false)
  ) as fields (field, was, now_is, of_payment)
  where was is distinct from now_is and not (paid and of_payment);
  if changes is not null then
    perform append_ledger(array[new.order_id], array['corrected'], array[json_build_object('changes', changes)::text]);
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger orders_corrected_for_ledger on orders;
--> statement-breakpoint
create trigger orders_corrected_for_ledger after update of email, contact_email_address, created_at, paid_at, amount,
  currency, transaction_id, merchant_name, order_ip, order_user_agent, refund on orders
  for each row execute function append_correction();
