import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/idempotencyKeys.ts';

interface KeyOfMember {
  memberId: number;
  key: string;
}

const notOlderThanADay = gt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`);

/** Holds the key until the transaction ends: a duplicate that runs at the same time waits here. */
export async function lockIdempotencyKey(tx: Database, { memberId, key }: KeyOfMember) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${memberId}:${key}`}, 4000))`);
}

/** The answer that the key got within the last 24 hours. */
export async function findFirstAnswer(tx: Database, { memberId, key }: KeyOfMember) {
  const [first] = await tx
    .select({
      call: idempotencyKeys.call,
      requestDigest: idempotencyKeys.requestDigest,
      httpStatus: idempotencyKeys.httpStatus,
      body: idempotencyKeys.body,
    })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key), notOlderThanADay));
  return first;
}

export async function storeFirstAnswer(
  tx: Database,
  {
    memberId,
    key,
    ...answer
  }: KeyOfMember & { call: string; requestDigest: string; httpStatus: number; body: unknown },
) {
  await tx
    .insert(idempotencyKeys)
    .values({ memberId, key, ...answer })
    .onConflictDoUpdate({
      target: [idempotencyKeys.memberId, idempotencyKeys.key],
      set: { ...answer, createdAt: sql`now()` },
    });
}
