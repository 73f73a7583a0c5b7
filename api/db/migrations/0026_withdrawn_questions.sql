-- By hand: any message of ours can be withdrawn, not only a reply.
create or replace function refuse_message_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.address is not null and new.address is null and old.created_at < now() - interval '24 hours'
      and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
      return new;
    end if;
    if old.member_id is not null and old.withdrawn_at is null
      and to_jsonb(new) - 'shown_at' = to_jsonb(old) - 'shown_at'
      and new.shown_at = coalesce(old.shown_at, new.shown_at) then
      return new;
    end if;
    if old.member_id is not null and old.shown_at is null and old.withdrawn_at is null
      and new.withdrawn_at is not null
      and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
