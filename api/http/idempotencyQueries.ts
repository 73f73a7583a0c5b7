import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/members.ts';

interface KeyOfMember {
  memberId: number;
  key: string;
}

type FirstAnswer = Pick<typeof idempotencyKeys.$inferSelect, 'call' | 'requestDigest' | 'httpStatus' | 'body'>;

/** Holds the key until the transaction ends: a duplicate that runs at the same time waits here. */
export async function lockIdempotencyKey(tx: Database, { memberId, key }: KeyOfMember) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${memberId}:${key}`}::text, 4000))`);
}

/** The answer that the key got within the last 24 hours. */
export async function findFirstAnswer(tx: Database, { memberId, key }: KeyOfMember): Promise<FirstAnswer | undefined> {
  const { rows } = await tx.execute<FirstAnswer>(sql`
    select call, request_digest as "requestDigest", http_status as "httpStatus", body from ${idempotencyKeys}
    where member_id = ${memberId} and key = ${key} and created_at > now() - interval '24 hours'`);
  return rows[0];
}

export async function storeFirstAnswer(
  tx: Database,
  answer: KeyOfMember & { call: string; requestDigest: string; httpStatus: number; body: unknown },
) {
  const { memberId, key, call, requestDigest, httpStatus, body } = answer;
  await tx.execute(sql`
    insert into ${idempotencyKeys} (member_id, key, call, request_digest, http_status, body)
    values (${memberId}, ${key}, ${call}, ${requestDigest}, ${httpStatus}, ${JSON.stringify(body)}::jsonb)
    on conflict (member_id, key) do update set call = excluded.call, request_digest = excluded.request_digest,
      http_status = excluded.http_status, body = excluded.body, created_at = now()`);
}
