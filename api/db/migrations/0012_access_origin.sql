ALTER TABLE "downloads" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "order_views" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_origin" CHECK ("downloads"."origin" in ('public', 'staff'));--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_origin" CHECK ("order_views"."origin" in ('public', 'staff'));--> statement-breakpoint
-- By hand: entries tell where it was. Of a row that was kept before nobody knows, and its entry says nothing of it.
create or replace function ledger_download(d downloads, o documents, happened timestamptz, bytes bigint)
returns text language sql stable as $$
  select ledger_facts(ledger_json('downloadId', d.id::text) || ledger_json('documentId', o.id::text) ||
    ledger_json('size', o.size::text) || ledger_json('bytes', bytes::text),
    array['happenedAt', 'name', 'sha256', 'ip', 'browser', 'os', 'timezone', 'origin'],
    array[ledger_happened(happened), o.original_name, o.sha256, d.ip, d.browser, d.os, d.timezone, d.origin])
$$;
--> statement-breakpoint
create or replace function append_views() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('viewed'::text), array_agg(fact))
  from (
    select order_id, ledger_facts('',
    array['happenedAt', 'how', 'ip', 'browser', 'os', 'timezone', 'origin'],
    array[ledger_happened(at), how, ip, browser, os, timezone, origin]) as fact
    from new_rows order by id
  ) as told;
  return null;
end $$;
