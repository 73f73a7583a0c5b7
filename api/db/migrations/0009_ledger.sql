CREATE TABLE "ledger_entries" (
	"order_id" text collate "C" NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"facts" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "ledger_entries_order_id_seq_pk" PRIMARY KEY("order_id","seq")
);
--> statement-breakpoint
CREATE TABLE "ledger_heads" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"seq" integer NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"member_id" integer,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "ledger_notes_kind" CHECK ("ledger_notes"."kind" in ('details', 'packMade'))
);
--> statement-breakpoint
CREATE TABLE "order_views" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"how" text NOT NULL,
	"ip" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"timezone" text,
	CONSTRAINT "order_views_how" CHECK ("order_views"."how" in ('tracked', 'opened'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "ledger_notes" ADD CONSTRAINT "ledger_notes_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_notes" ADD CONSTRAINT "ledger_notes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_views_order" ON "order_views" USING btree ("order_id","at");
--> statement-breakpoint
-- by hand: the ledger. See docs/decisions/26-ledger.md.
-- A moment as it is hashed: ISO 8601 in UTC, to the microsecond.
create function ledger_moment(at timestamptz) returns text language sql stable parallel safe as $$
  select btrim(to_json(at at time zone 'UTC')::text, '"') || 'Z'
$$;
--> statement-breakpoint
-- When something happened, unless that is this very transaction: then the entry's own moment says it.
create function ledger_happened(at timestamptz) returns text language sql stable parallel safe as $$
  select case when at <> now() then ledger_moment(at) end
$$;
--> statement-breakpoint
-- What is no text, as JSON; a null was not known and is left out.
create function ledger_json(name text, fact text) returns text language sql immutable parallel safe as $$
  select coalesce('"' || name || '":' || fact || ',', '')
$$;
--> statement-breakpoint
-- Facts as JSON: first what `ledger_json` made, then texts, of which a null was not known. In place of json_build_object,
-- which looks up types for each row and took longer than all else of an entry.
create function ledger_facts(others text, names text[], texts text[]) returns text language sql immutable parallel safe as $$
  select '{' || others || substr(json_object(names, texts)::text, 2)
$$;
--> statement-breakpoint
-- The facts are last, as only they could hold a line break.
create function ledger_hash(previous bytea, order_id text, seq integer, moment text, kind text, facts text)
returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(encode(previous, 'hex') || E'\n' || order_id || E'\n' || seq || E'\n' || moment
    || E'\n' || kind || E'\n' || facts, 'UTF8'))
$$;
--> statement-breakpoint
-- What stands before a chain's first entry.
create function ledger_beginning() returns bytea language sql immutable parallel safe as $$
  select decode(repeat('00', 32), 'hex')
$$;
--> statement-breakpoint
-- The facts of each kind: see api/ledger/LedgerEntry.ts. What is null was not known and is left out.
create function ledger_placed(o orders) returns text language sql stable as $$
  select ledger_facts('',
    array['happenedAt', 'email', 'contactEmail', 'fullName', 'status', 'amount', 'currency', 'paidAt', 'transactionId',
    'merchantName', 'landingDomain', 'ip', 'userAgent'],
    array[ledger_happened(o.created_at), o.email, o.contact_email_address, o.full_name, o.process_status, o.amount::text,
    o.currency, ledger_moment(o.paid_at), o.transaction_id, o.merchant_name, o.landing_domain, o.order_ip,
    o.order_user_agent])
$$;
--> statement-breakpoint
create function ledger_changed(h order_history, by_name text) returns text language sql stable as $$
  select ledger_facts(ledger_json('version', h.version::text) || ledger_json('memberId', h.member_id::text),
    array['happenedAt', 'what', 'field', 'from', 'to', 'by'],
    array[ledger_happened(h.at), h.kind, h.field, h."from", h."to", by_name])
$$;
--> statement-breakpoint
create function ledger_remark(r remarks, by_name text) returns text language sql stable as $$
  select ledger_facts(ledger_json('remarkId', r.id::text) || ledger_json('whatsapp', (r.whatsapp = 'Y')::text) ||
    ledger_json('telephone', (r.telephone = 'Y')::text) ||
    ledger_json('refund', (r.status_refund = 'Y')::text) ||
    ledger_json('voided', (r.voided = 'Y')::text) ||
    ledger_json('chargeback', (r.chargeback = 'Y')::text) ||
    ledger_json('memberId', r.member_id::text),
    array['happenedAt', 'text', 'by'],
    array[ledger_happened(r.created_at), r.remark, by_name])
$$;
--> statement-breakpoint
create function ledger_document(d documents, by_name text) returns text language sql stable as $$
  select ledger_facts(ledger_json('documentId', d.id::text) || ledger_json('size', d.size::text) ||
    ledger_json('warnings', d.warnings::text) || ledger_json('memberId', d.uploaded_by::text),
    array['happenedAt', 'name', 'contentType', 'sha256', 'by'],
    array[ledger_happened(d.created_at), d.original_name, d.content_type, d.sha256, by_name])
$$;
--> statement-breakpoint
create function ledger_mail_queued(m mails, by_name text, previous text) returns text language sql stable as $$
  select ledger_facts(ledger_json('mailId', m.id::text) || ledger_json('documentId', m.document_id::text) ||
    ledger_json('previous', previous) || ledger_json('memberId', m.asked_by::text),
    array['happenedAt', 'template', 'recipient', 'provider', 'subject', 'dueAt', 'by'],
    array[ledger_happened(m.created_at), m.kind, m.recipient, m.provider, m.subject, ledger_moment(m.due_at), by_name])
$$;
--> statement-breakpoint
create function ledger_mail_sent(m mails) returns text language sql stable as $$
  select ledger_facts(ledger_json('mailId', m.id::text) || ledger_json('attempt', m.attempts::text),
    array['happenedAt', 'template', 'recipient', 'provider', 'subject', 'messageId', 'reason'],
    array[ledger_happened(m.sent_at), m.kind, m.recipient, m.provider, m.subject, m.message_id, m.reason])
$$;
--> statement-breakpoint
create function ledger_mail_ended(m mails) returns text language sql stable as $$
  select ledger_facts(ledger_json('mailId', m.id::text) || ledger_json('attempt', m.attempts::text),
    array['template', 'recipient', 'provider', 'state', 'reason'],
    array[m.kind, m.recipient, m.provider, m.state, m.reason])
$$;
--> statement-breakpoint
create function ledger_mail_event(e mail_events, m mails) returns text language sql stable as $$
  select ledger_facts(ledger_json('mailId', m.id::text),
    array['happenedAt', 'event', 'reason', 'template', 'recipient', 'provider', 'messageId'],
    array[ledger_moment(e.at), e.type, e.reason, m.kind, m.recipient, m.provider, m.message_id])
$$;
--> statement-breakpoint
-- `bytes`: how many were sent, once all of them were; null: it begins.
create function ledger_download(d downloads, o documents, happened timestamptz, bytes bigint)
returns text language sql stable as $$
  select ledger_facts(ledger_json('downloadId', d.id::text) || ledger_json('documentId', o.id::text) ||
    ledger_json('size', o.size::text) || ledger_json('bytes', bytes::text),
    array['happenedAt', 'name', 'sha256', 'ip', 'browser', 'os', 'timezone'],
    array[ledger_happened(happened), o.original_name, o.sha256, d.ip, d.browser, d.os, d.timezone])
$$;
--> statement-breakpoint
-- Each order begins with one entry, and no head yet: that comes with the second one, so that an import pays for one row.
-- An order that was here before and is here again has a chain already, which goes on.
create function append_arrivals() returns trigger language plpgsql as $$
declare
  recorded timestamptz := clock_timestamp();
  moment text := ledger_moment(recorded);
  begun bigint;
begin
  insert into ledger_entries (order_id, seq, at, kind, facts, hash)
  select order_id, 1, recorded, 'placed', facts, ledger_hash(ledger_beginning(), order_id, 1, moment, 'placed', facts)
  -- `offset`: else the facts would be put together twice.
  from (select n.order_id, ledger_placed(row(n.*)::orders) as facts from new_rows n offset 0) as placed
  on conflict (order_id, seq) do nothing;
  get diagnostics begun = row_count;
  if begun < (select count(*) from new_rows) then
    perform append_ledger(array_agg(n.order_id), array_agg('placed'::text), array_agg(ledger_placed(row(n.*)::orders)))
    from new_rows n
    where not exists (select from ledger_entries e where e.order_id = n.order_id and e.seq = 1 and e.at = recorded);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Appends one fact each to these orders' chains, in this order; an order may be there more than once. All writers lock
-- orders before heads, and each in the order of their ids, so none waits for another in a circle.
create function append_ledger(order_ids text[], kinds text[], facts text[]) returns void language plpgsql
  -- Planned once, since planning takes longer than the work; and, as the tables may be small by then, never to read them
  -- whole.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  recorded timestamptz;
  moment text;
  appended bigint;
  total bigint := 0;
begin
  if order_ids is null then return; end if;
  perform from orders o where o.order_id = any (order_ids) order by o.order_id for no key update;
  -- Only now: an entry that was waited for is of before.
  recorded := clock_timestamp();
  moment := ledger_moment(recorded);
  for round in 1 .. case when cardinality(order_ids) = 1 then 1 else
    (select max(n) from (select count(*) as n from unnest(order_ids) as id group by id) as counts) end loop
    with given as (
      select order_id, kind, fact, row_number() over (partition by order_id order by place) as turn
      from unnest(order_ids, kinds, facts) with ordinality as given (order_id, kind, fact, place)
    ), ends as (
      -- `limit` keeps each look-up one by the index. The first entry is only looked for where there is no head yet.
      select g.order_id, g.kind, g.fact, coalesce(h.seq, 1) + 1 as seq, coalesce(h.hash, f.hash) as previous
      from given g
      left join lateral (
        select seq, hash from ledger_heads where ledger_heads.order_id = g.order_id limit 1
      ) as h on true
      left join lateral (
        select hash from ledger_entries e where h.seq is null and e.order_id = g.order_id and e.seq = 1 limit 1
      ) as f on true
      where g.turn = round and (h.seq is not null or f.hash is not null)
    ), sealed as materialized (
      select order_id, seq, kind, fact, ledger_hash(previous, order_id, seq, moment, kind, fact) as hash from ends
    ), headed as (
      insert into ledger_heads (order_id, seq, hash) select order_id, seq, hash from sealed
      on conflict (order_id) do update set seq = excluded.seq, hash = excluded.hash
    )
    insert into ledger_entries (order_id, seq, at, kind, facts, hash)
    select order_id, seq, recorded, kind, fact, hash from sealed;
    get diagnostics appended = row_count;
    total := total + appended;
  end loop;
  if total <> cardinality(order_ids) then raise exception 'an order has no ledger'; end if;
end $$;
--> statement-breakpoint
-- Remarks and documents have entries of their own, which say more.
create function append_changes() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('changed'::text), array_agg(fact))
  from (
    select n.order_id, ledger_changed(row(n.*)::order_history, m.name) as fact
    from new_rows n left join members m on m.id = n.member_id
    where n.kind not in ('remark', 'upload') order by n.id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_remarks() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('remark'::text), array_agg(fact))
  from (
    select n.order_id, ledger_remark(row(n.*)::remarks, m.name) as fact
    from new_rows n left join members m on m.id = n.member_id order by n.id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_documents() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('document'::text), array_agg(fact))
  from (
    select n.order_id, ledger_document(row(n.*)::documents, m.name) as fact
    from new_rows n left join members m on m.id = n.uploaded_by order by n.id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_mails() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg(kind), array_agg(fact))
  from (
    select n.order_id, step.kind, step.fact
    from new_rows n
    left join members m on m.id = n.asked_by
    left join lateral (
      select ledger_facts(ledger_json('mailId', p.id::text),
    array['recipient', 'state', 'reason'],
    array[p.recipient, p.state, p.reason]) as fact
      from mails p where p.order_id = n.order_id and p.kind = n.kind and p.id < n.id order by p.id desc limit 1
    ) as previous on true
    cross join lateral (values
      (1, 'mailQueued', ledger_mail_queued(row(n.*)::mails, m.name, previous.fact)),
      (2, 'mailSent', case when n.sent_at is not null then ledger_mail_sent(row(n.*)::mails) end),
      (3, 'mailEnded', case when n.state in ('failed', 'unknown', 'cancelled') then ledger_mail_ended(row(n.*)::mails) end)
    ) as step (place, kind, fact)
    where n.order_id is not null and step.fact is not null order by n.id, step.place
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_mail_changes() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg(kind), array_agg(fact))
  from (
    select n.order_id, step.kind, step.fact
    from new_rows n join old_rows o on o.id = n.id
    cross join lateral (values
      (1, 'mailSent', case when n.sent_at is not null and o.sent_at is null then ledger_mail_sent(row(n.*)::mails) end),
      (2, 'mailEnded', case when n.state <> o.state and n.state in ('failed', 'unknown', 'cancelled')
        then ledger_mail_ended(row(n.*)::mails) end)
    ) as step (place, kind, fact)
    where n.order_id is not null and step.fact is not null order by n.id, step.place
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_mail_events() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('mailEvent'::text), array_agg(fact))
  from (
    select m.order_id, ledger_mail_event(row(n.*)::mail_events, m) as fact
    from new_rows n join mails m on m.id = n.mail_id where m.order_id is not null order by n.id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_downloads() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg(kind), array_agg(fact))
  from (
    select n.order_id, step.kind, step.fact
    from new_rows n join documents d on d.id = n.document_id
    cross join lateral (values
      (1, 'downloadStarted', ledger_download(row(n.*)::downloads, d, n.create_ts, null)),
      (2, 'downloadCompleted', case when n.completed_at is not null
        then ledger_download(row(n.*)::downloads, d, n.completed_at, n.bytes_sent) end)
    ) as step (place, kind, fact)
    where step.fact is not null order by n.id, step.place
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_download_ends() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('downloadCompleted'::text), array_agg(fact))
  from (
    select n.order_id, ledger_download(row(n.*)::downloads, d, n.completed_at, n.bytes_sent) as fact
    from new_rows n join old_rows o on o.id = n.id join documents d on d.id = n.document_id
    where o.completed_at is null and n.completed_at is not null order by n.id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_views() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('viewed'::text), array_agg(fact))
  from (
    select order_id, ledger_facts('',
    array['happenedAt', 'how', 'ip', 'browser', 'os', 'timezone'],
    array[ledger_happened(at), how, ip, browser, os, timezone]) as fact
    from new_rows order by id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
create function append_notes() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg(kind), array_agg(fact))
  from (
    select n.order_id, n.kind,
      (n.facts || jsonb_strip_nulls(jsonb_build_object('memberId', n.member_id, 'by', m.name)))::text as fact
    from new_rows n left join members m on m.id = n.member_id order by n.id
  ) as told;
  return null;
end $$;
--> statement-breakpoint
-- Fires only where a statement names one of its columns, so that moves of thousands of orders pay nothing for it.
create function append_correction() returns trigger language plpgsql as $$
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
    ('order_user_agent', old.order_user_agent, new.order_user_agent, false)
  ) as fields (field, was, now_is, of_payment)
  where was is distinct from now_is and not (paid and of_payment);
  if changes is not null then
    perform append_ledger(array[new.order_id], array['corrected'], array[json_build_object('changes', changes)::text]);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Else the foreign key would lock the order weakly first, and who then waits for more while somebody else waits for the
-- whole order waits for ever.
create function lock_order_first() returns trigger language plpgsql as $$
begin
  perform from orders o where o.order_id = new.order_id for no key update;
  return new;
end $$;
--> statement-breakpoint
create trigger downloads_lock_order before insert on downloads for each row execute function lock_order_first();
--> statement-breakpoint
create trigger order_views_lock_order before insert on order_views for each row execute function lock_order_first();
--> statement-breakpoint
create trigger ledger_notes_lock_order before insert on ledger_notes for each row execute function lock_order_first();
--> statement-breakpoint
create trigger orders_inserted_for_ledger after insert on orders
  referencing new table as new_rows for each statement execute function append_arrivals();
--> statement-breakpoint
create trigger orders_corrected_for_ledger after update of email, contact_email_address, created_at, paid_at, amount,
  currency, transaction_id, merchant_name, order_ip, order_user_agent on orders
  for each row execute function append_correction();
--> statement-breakpoint
create trigger order_history_for_ledger after insert on order_history
  referencing new table as new_rows for each statement execute function append_changes();
--> statement-breakpoint
create trigger remarks_for_ledger after insert on remarks
  referencing new table as new_rows for each statement execute function append_remarks();
--> statement-breakpoint
create trigger documents_for_ledger after insert on documents
  referencing new table as new_rows for each statement execute function append_documents();
--> statement-breakpoint
create trigger mails_inserted_for_ledger after insert on mails
  referencing new table as new_rows for each statement execute function append_mails();
--> statement-breakpoint
create trigger mails_updated_for_ledger after update on mails
  referencing old table as old_rows new table as new_rows for each statement execute function append_mail_changes();
--> statement-breakpoint
create trigger mail_events_for_ledger after insert on mail_events
  referencing new table as new_rows for each statement execute function append_mail_events();
--> statement-breakpoint
create trigger downloads_inserted_for_ledger after insert on downloads
  referencing new table as new_rows for each statement execute function append_downloads();
--> statement-breakpoint
create trigger downloads_updated_for_ledger after update on downloads
  referencing old table as old_rows new table as new_rows for each statement execute function append_download_ends();
--> statement-breakpoint
create trigger order_views_for_ledger after insert on order_views
  referencing new table as new_rows for each statement execute function append_views();
--> statement-breakpoint
create trigger ledger_notes_for_ledger after insert on ledger_notes
  referencing new table as new_rows for each statement execute function append_notes();
--> statement-breakpoint
-- What is there already: each chain begins with one entry that holds what the tables say of its order by now. Nothing
-- before it was chained, and it says so.
with told as (
  select order_id, at as happened, 1 as place, id::bigint as id, 'changed' as kind, ledger_changed(h, (select name from members where members.id = h.member_id)) as fact
  from order_history h where h.kind not in ('remark', 'upload')
  union all
  select order_id, created_at, 2, id, 'remark', ledger_remark(r, (select name from members where members.id = r.member_id)) from remarks r
  union all
  select order_id, created_at, 3, id, 'document', ledger_document(d, (select name from members where members.id = d.uploaded_by)) from documents d
  union all
  select order_id, created_at, 4, id, 'mailQueued', ledger_mail_queued(m, (select name from members where members.id = m.asked_by), null)
  from mails m where order_id is not null
  union all
  select order_id, sent_at, 5, id, 'mailSent', ledger_mail_sent(m) from mails m where order_id is not null and sent_at is not null
  union all
  select order_id, created_at, 6, id, 'mailEnded', ledger_mail_ended(m)
  from mails m where order_id is not null and state in ('failed', 'unknown', 'cancelled')
  union all
  select m.order_id, e.at, 7, e.id, 'mailEvent', ledger_mail_event(e, m)
  from mail_events e join mails m on m.id = e.mail_id where m.order_id is not null
  union all
  select w.order_id, w.create_ts, 8, w.id, 'downloadStarted', ledger_download(w, d, w.create_ts, null)
  from downloads w join documents d on d.id = w.document_id
  union all
  select w.order_id, w.completed_at, 9, w.id, 'downloadCompleted', ledger_download(w, d, w.completed_at, w.bytes_sent)
  from downloads w join documents d on d.id = w.document_id where w.completed_at is not null
), before as (
  select order_id, string_agg(',{"kind":"' || kind || '","facts":' || fact || '}', '' order by happened, place, id) as facts
  from told group by order_id
), begun as (
  select o.order_id, '{"before":[{"kind":"placed","facts":' || ledger_placed(o) || '}' || coalesce(before.facts, '') || ']}' as facts
  from orders o left join before on before.order_id = o.order_id
), moment as materialized (
  select clock_timestamp() as at
)
insert into ledger_entries (order_id, seq, at, kind, facts, hash)
select order_id, 1, at, 'begun', facts, ledger_hash(ledger_beginning(), order_id, 1, ledger_moment(at), 'begun', facts)
from begun, moment;
--> statement-breakpoint
-- Heads are written over again and again: room for that in each page.
alter table ledger_heads set (fillfactor = 80);
--> statement-breakpoint
create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then raise exception '% is written by the facts alone', tg_table_name; end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_entries_by_facts before insert on ledger_entries for each statement execute function refuse_by_hand();
--> statement-breakpoint
create trigger ledger_heads_by_facts before insert or update on ledger_heads
  for each statement execute function refuse_by_hand();
--> statement-breakpoint
create trigger ledger_heads_only_forward before update on ledger_heads for each row
  when (new.order_id <> old.order_id or new.seq <> old.seq + 1) execute function refuse_history_change();
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_history_change();
--> statement-breakpoint
create trigger ledger_heads_stay before delete or truncate on ledger_heads
  for each statement execute function refuse_history_change();
--> statement-breakpoint
create trigger ledger_notes_append_only before update or delete or truncate on ledger_notes
  for each statement execute function refuse_history_change();
--> statement-breakpoint
create trigger order_views_append_only before update or delete or truncate on order_views
  for each statement execute function refuse_history_change();
