-- By hand. What changed is asked of both sets at once: a join of them, row by row, took the square of their number, and saw
-- nothing when an order got another id.
create or replace function append_changed_counts() returns trigger language plpgsql as $$
begin
  if not exists (
    select process_status, assigned_to, created_at, processing_date, current_nationality, arrived_as_future,
      processing_mode, completed_at, processed_by from new_rows
    except all
    select process_status, assigned_to, created_at, processing_date, current_nationality, arrived_as_future,
      processing_mode, completed_at, processed_by from old_rows
  ) then return null; end if;

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
