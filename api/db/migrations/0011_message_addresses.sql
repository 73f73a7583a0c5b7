ALTER TABLE "customer_messages" DROP CONSTRAINT "customer_messages_from";--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_from" CHECK ("customer_messages"."member_id" is null or "customer_messages"."address" is null);--> statement-breakpoint
-- What schema.ts cannot say: the address alone may go, once no limit asks for it.
create function refuse_message_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.address is not null and new.address is null and old.created_at < now() - interval '24 hours'
      and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
--> statement-breakpoint
drop trigger customer_messages_append_only on customer_messages;
--> statement-breakpoint
create trigger customer_messages_append_only before update or delete on customer_messages
  for each row execute function refuse_message_change();
--> statement-breakpoint
create trigger customer_messages_stay before truncate on customer_messages
  for each statement execute function refuse_history_change();
