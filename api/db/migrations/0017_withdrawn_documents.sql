ALTER TABLE "ledger_notes" DROP CONSTRAINT "ledger_notes_kind";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger_notes" ADD CONSTRAINT "ledger_notes_kind" CHECK ("ledger_notes"."kind" in ('details', 'packMade', 'withdrawn'));
--> statement-breakpoint
-- By hand. Records how much of an unfinished download was sent, at most once for each tenth of its document.
create or replace function append_download_ends() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg(kind), array_agg(fact))
  from (
    select n.order_id, case when n.completed_at is null then 'downloadPart' else 'downloadCompleted' end as kind,
      ledger_download(row(n.*)::downloads, d, coalesce(n.completed_at, now()), least(n.bytes_sent,
        case when n.completed_at is null then d.size else n.bytes_sent end)) as fact
    from new_rows n join old_rows o on o.id = n.id join documents d on d.id = n.document_id
    where o.completed_at is null and (n.completed_at is not null
      or least(n.bytes_sent, d.size) * 10 / d.size > least(o.bytes_sent, d.size) * 10 / d.size)
    order by n.id
  ) as told
  having count(*) > 0;
  return null;
end $$;
