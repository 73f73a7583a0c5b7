import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { readPrepared } from '../db/readPrepared.ts';
import { idempotencyKeys } from '../db/schema/members.ts';

interface KeyOfMember {
  memberId: number;
  key: string;
}

type FirstAnswer = Pick<typeof idempotencyKeys.$inferSelect, 'call' | 'requestDigest' | 'httpStatus' | 'body'>;

const given = sql.placeholder;

/** Holds the key until the transaction ends: a duplicate that runs at the same time waits here. */
export async function lockIdempotencyKey(tx: Database, { memberId, key }: KeyOfMember) {
  await readPrepared(tx, locking, { lock: `${memberId}:${key}` });
}

const locking = sql`select pg_advisory_xact_lock(hashtextextended(${given('lock')}::text, 4000))::text`;

/** The answer that the key got within the last 24 hours. */
export async function findFirstAnswer(tx: Database, { memberId, key }: KeyOfMember): Promise<FirstAnswer | undefined> {
  const [first] = await readPrepared<FirstAnswer>(tx, finding, { memberId, key });
  return first;
}

const finding = sql`
  select call, request_digest as "requestDigest", http_status as "httpStatus", body from ${idempotencyKeys}
  where member_id = ${given('memberId')}::int and key = ${given('key')}::text and created_at > now() - interval '24 hours'`;

export async function storeFirstAnswer(
  tx: Database,
  { body, ...answer }: KeyOfMember & { call: string; requestDigest: string; httpStatus: number; body: unknown },
) {
  await readPrepared(tx, storing, { ...answer, body: JSON.stringify(body) });
}

const storing = sql`
  insert into ${idempotencyKeys} (member_id, key, call, request_digest, http_status, body)
  values (${given('memberId')}::int, ${given('key')}::text, ${given('call')}::text, ${given('requestDigest')}::text,
    ${given('httpStatus')}::int, ${given('body')}::jsonb)
  on conflict (member_id, key) do update set call = excluded.call, request_digest = excluded.request_digest,
    http_status = excluded.http_status, body = excluded.body, created_at = now()`;
