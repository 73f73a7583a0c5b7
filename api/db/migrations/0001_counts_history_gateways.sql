-- What schema.ts cannot say: the counting triggers, the append-only history, and the gateways.

-- Counting: each statement appends the facts of the rows that came and went. Nothing is updated, so nothing deadlocks;
-- a job folds the deltas (jobs/foldCounts.ts). An update that changes none of the facts leaves no row.
create function append_order_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, n)
    select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date, count(*)
    from new_rows group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, n)
    select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date, -count(*)
    from old_rows group by 1, 2, 3, 4;
  else
    insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, n)
    select status, assignee, day, processing, sum(change)
    from (
      select process_status as status, coalesce(assigned_to, 0) as assignee,
        (created_at at time zone 'UTC')::date as day, processing_date as processing, 1 as change
      from new_rows
      union all
      select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date, -1
      from old_rows
    ) as changes
    group by 1, 2, 3, 4
    having sum(change) <> 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_inserted after insert on orders
  referencing new table as new_rows for each statement execute function append_order_counts();
--> statement-breakpoint
create trigger orders_updated after update on orders
  referencing old table as old_rows new table as new_rows for each statement execute function append_order_counts();
--> statement-breakpoint
create trigger orders_deleted after delete on orders
  referencing old table as old_rows for each statement execute function append_order_counts();
--> statement-breakpoint

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'order_history is append-only';
end $$;
--> statement-breakpoint
create trigger order_history_append_only before update or delete or truncate on order_history
  for each statement execute function refuse_history_change();
--> statement-breakpoint

insert into gateways (gateway_name, is_active) values ('Stripe', true), ('PayPal', false), ('Authorize.net', false);
--> statement-breakpoint
-- Looked at when the transaction ends, so that activating another may go through a moment without one.
create function refuse_no_active_gateway() returns trigger language plpgsql as $$
begin
  if not exists (select from gateways where is_active) then
    raise exception 'exactly one gateway is active' using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger gateways_one_active after update or delete on gateways
  deferrable initially deferred for each row execute function refuse_no_active_gateway();
