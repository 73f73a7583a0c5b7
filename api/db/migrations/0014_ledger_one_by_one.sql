-- By hand. Appends one fact each to these orders' chains, in this order; an order may be there more than once. All writers
-- lock orders before heads, and each in the order of their ids, so none waits for another in a circle. One after the other,
-- each by its index: a remark, which is most of what is appended, is one fact, and a statement for a whole set took four
-- times as long for it.
create or replace function append_ledger(order_ids text[], kinds text[], facts text[]) returns void language plpgsql
  -- Planned once, since planning takes longer than the work; and, as the tables may be small by then, never to read them
  -- whole.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  recorded timestamptz;
  moment text;
  last integer;
  previous bytea;
  sealed bytea;
begin
  if order_ids is null then return; end if;
  perform from orders o where o.order_id = any (order_ids) order by o.order_id for no key update;
  -- Only now: an entry that was waited for is of before.
  recorded := clock_timestamp();
  moment := ledger_moment(recorded);
  for i in 1 .. cardinality(order_ids) loop
    select h.seq, h.hash into last, previous from ledger_heads h where h.order_id = order_ids[i];
    -- A chain of one entry has no head yet.
    if not found then
      select e.seq, e.hash into last, previous from ledger_entries e where e.order_id = order_ids[i] and e.seq = 1;
      if not found then raise exception 'an order has no ledger'; end if;
    end if;
    sealed := ledger_hash(previous, order_ids[i], last + 1, moment, kinds[i], facts[i]);
    insert into ledger_heads (order_id, seq, hash) values (order_ids[i], last + 1, sealed)
    on conflict (order_id) do update set seq = excluded.seq, hash = excluded.hash;
    insert into ledger_entries (order_id, seq, at, kind, facts, hash)
    values (order_ids[i], last + 1, recorded, kinds[i], facts[i], sealed);
  end loop;
end $$;
--> statement-breakpoint
-- Remarks and documents have entries of their own, which say more. For these, which are most, nothing is called.
create or replace function append_changes() returns trigger language plpgsql as $$
begin
  perform append_ledger(array_agg(order_id), array_agg('changed'::text), array_agg(fact))
  from (
    select n.order_id, ledger_changed(row(n.*)::order_history, m.name) as fact
    from new_rows n left join members m on m.id = n.member_id
    where n.kind not in ('remark', 'upload') order by n.id
  ) as told
  having count(*) > 0;
  return null;
end $$;
