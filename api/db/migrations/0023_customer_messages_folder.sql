ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "order_counts" DROP CONSTRAINT "order_counts_process_status_assigned_to_pk";--> statement-breakpoint
ALTER TABLE "order_count_deltas" ADD COLUMN "waiting_day" date;--> statement-breakpoint
ALTER TABLE "order_counts" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_counts" ADD CONSTRAINT "order_counts_key" PRIMARY KEY("process_status","assigned_to","waiting");--> statement-breakpoint
ALTER TABLE "order_action_befores" ADD COLUMN "customer_wrote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD COLUMN "is_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("customer_wrote_at","order_id") INCLUDE ("search_document") WHERE "orders"."customer_wrote_at" is not null and ("orders"."process_status" in ('New', 'Priority', 'Pending', 'Future', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'Completed Refunds', 'ChargeBack')) is true;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('approval', 'refund', 'invoice', 'question', 'reply', 'password', 'passwordChanged'));--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_reply" CHECK (not "customer_messages"."is_reply" or "customer_messages"."member_id" is not null);
--> statement-breakpoint
-- By hand: the counts also know which orders have a customer's message that nobody has handled.
create or replace function append_order_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, waiting_day, n)
    select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date,
      (customer_wrote_at at time zone 'UTC')::date, count(*)
    from new_rows group by 1, 2, 3, 4, 5;
  else
    insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, waiting_day, n)
    select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date,
      (customer_wrote_at at time zone 'UTC')::date, -count(*)
    from old_rows group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function append_changed_counts() returns trigger language plpgsql as $$
begin
  if not exists (
    select process_status, assigned_to, created_at, processing_date, current_nationality, arrived_as_future,
      processing_mode, completed_at, processed_by, customer_wrote_at from new_rows
    except all
    select process_status, assigned_to, created_at, processing_date, current_nationality, arrived_as_future,
      processing_mode, completed_at, processed_by, customer_wrote_at from old_rows
  ) then return null; end if;

  insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, waiting_day, n)
  select status, assignee, day, processing, waiting, sum(change)
  from (
    select process_status as status, coalesce(assigned_to, 0) as assignee,
      (created_at at time zone 'UTC')::date as day, processing_date as processing,
      (customer_wrote_at at time zone 'UTC')::date as waiting, 1 as change
    from new_rows
    union all
    select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date,
      (customer_wrote_at at time zone 'UTC')::date, -1
    from old_rows
  ) as changes
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;

  insert into country_count_deltas (day, nationality, standard, priority, future)
  select day, nationality, sum(standard), sum(priority), sum(future)
  from (
    select (created_at at time zone 'UTC')::date as day, coalesce(current_nationality, '') as nationality,
      (not arrived_as_future and processing_mode = 'standard')::int as standard,
      (not arrived_as_future and processing_mode = 'priority')::int as priority, arrived_as_future::int as future
    from new_rows where process_status <> 'Deleted'
    union all
    select (created_at at time zone 'UTC')::date, coalesce(current_nationality, ''),
      -(not arrived_as_future and processing_mode = 'standard')::int,
      -(not arrived_as_future and processing_mode = 'priority')::int, -arrived_as_future::int
    from old_rows where process_status <> 'Deleted'
  ) as changes
  group by 1, 2
  having sum(standard) <> 0 or sum(priority) <> 0 or sum(future) <> 0;

  insert into processor_count_deltas (day, member_id, n)
  select day, processed_by, sum(change)
  from (
    select (completed_at at time zone 'UTC')::date as day, processed_by, 1 as change
    from new_rows where process_status <> 'Deleted' and processed_by is not null and completed_at is not null
    union all
    select (completed_at at time zone 'UTC')::date, processed_by, -1
    from old_rows where process_status <> 'Deleted' and processed_by is not null and completed_at is not null
  ) as changes
  group by 1, 2
  having sum(change) <> 0;
  return null;
end $$;
--> statement-breakpoint
-- Orders with a message that nobody has handled were counted as if they had none.
insert into order_count_deltas (process_status, assigned_to, created_day, processing_date, waiting_day, n)
select process_status, coalesce(assigned_to, 0), (created_at at time zone 'UTC')::date, processing_date, waiting_day, n
from orders
cross join lateral (values (null::date, -1), ((customer_wrote_at at time zone 'UTC')::date, 1)) as change (waiting_day, n)
where customer_wrote_at is not null;
