ALTER TABLE "customer_messages" ADD COLUMN "customer_wrote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD COLUMN "shown_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "customer_messages" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
-- By hand: a customer's message may lose its old address, and ours is marked once as shown, or as withdrawn.
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
    if old.is_reply and old.shown_at is null and old.withdrawn_at is null and new.withdrawn_at is not null
      and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
