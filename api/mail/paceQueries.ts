import { sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields';
import type { Database } from '../db/database.ts';

/**
 * One row a provider, beside the jobs: when the next call may begin, of whatever instance. It is no part of the
 * product's data: unlogged, so that a turn costs no write to the log, and after a crash it begins anew.
 */
export async function createPaces(db: Database): Promise<void> {
  await db.execute(sql`
    create unlogged table if not exists pgboss.mail_pace (
      provider text primary key,
      next_turn_at timestamptz not null
    )`);
}

/** Takes the provider's turn, and puts the next one off by `gapMs`. Answers 0, or in how many ms to ask again. */
export async function takeTurn(db: Database, provider: MailServiceProvider, gapMs: number): Promise<number> {
  const next = sql`clock_timestamp() + ${gapMs}::float8 * interval '1 millisecond'`;
  const { rows } = await db.execute<{ waitMs: number }>(sql`
    with taken as (
      insert into pgboss.mail_pace as pace (provider, next_turn_at) values (${provider}, ${next})
      on conflict (provider) do update set next_turn_at = ${next} where pace.next_turn_at <= clock_timestamp()
      returning 1
    )
    select case when exists (select from taken) then 0 else greatest(1, (
      select extract(epoch from next_turn_at - clock_timestamp())::float8 * 1000
      from pgboss.mail_pace where provider = ${provider}
    )) end as "waitMs"`);
  return rows[0]!.waitMs;
}

/** No instance calls the provider for so long. */
export async function putOffTurns(db: Database, provider: MailServiceProvider, seconds: number): Promise<void> {
  const until = sql`clock_timestamp() + ${seconds}::float8 * interval '1 second'`;
  await db.execute(sql`
    insert into pgboss.mail_pace as pace (provider, next_turn_at) values (${provider}, ${until})
    on conflict (provider) do update set next_turn_at = greatest(pace.next_turn_at, excluded.next_turn_at)`);
}
