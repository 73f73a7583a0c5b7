ALTER TABLE "customer_messages" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_origin" CHECK ("customer_messages"."origin" is null or ("customer_messages"."origin" in ('public', 'staff') and "customer_messages"."member_id" is null));--> statement-breakpoint
-- By hand. Not validated: nothing has an origin yet, and to look at each line of every history would hold the update up.
alter table order_history add constraint order_history_origin check
  (origin is null or (origin in ('public', 'staff') and kind = 'customer')) not valid;
--> statement-breakpoint
-- Entries tell on whose site a customer's message was written. Of one that was kept before nobody knows, and its entry says
-- nothing of it.
create or replace function ledger_changed(h order_history, by_name text) returns text language sql stable as $$
  select ledger_facts(ledger_json('version', h.version::text) || ledger_json('memberId', h.member_id::text),
    array['happenedAt', 'what', 'field', 'from', 'to', 'by', 'origin'],
    array[ledger_happened(h.at), h.kind, h.field, h."from", h."to", by_name, h.origin])
$$;
