-- Rights of a database user that runs the product but does not own the tables (docs/decisions/26-ledger.md). The owner
-- runs this file after each update: psql -v runner=NAME -f api/db/runner.sql
grant usage on schema public, drizzle, pgboss to :"runner";
grant select on all tables in schema drizzle to :"runner";
grant select, insert, update, delete on all tables in schema public, pgboss to :"runner";
grant usage, select on all sequences in schema public, pgboss to :"runner";
-- Evidence is append-only.
revoke update, delete on ledger_entries, ledger_notes, order_history, order_views, mail_events, gateway_changes, invoices
  from :"runner";
revoke delete on ledger_heads, customer_messages, remarks, documents, downloads, mails from :"runner";
-- Only triggers write the ledger.
revoke insert, update on ledger_entries, ledger_heads from :"runner";
revoke execute on function append_ledger(text[], text[], text[]) from public;
do $$
declare
  wrote regprocedure;
begin
  for wrote in
    select distinct tgfoid::regprocedure from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where proname like 'append\_%' and pronamespace = 'public'::regnamespace
  loop
    execute format('alter function %s security definer set search_path = public, pg_temp', wrote);
  end loop;
end $$;
