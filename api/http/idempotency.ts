import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/members.ts';
import type { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { derivedKey } from '../signing/tokens.ts';
import type { ReceivedFile } from './bodies.ts';
import { Refusal } from './Refusal.ts';

/** A changing call, as an `Idempotency-Key` sees it. */
interface KeyedCall {
  /** Null: nobody signed in, so a key means nothing. */
  memberId: number | null;
  /** Method and path of the contract. */
  call: string;
  /** Of all that it was given: `requestDigest`. */
  digest: () => string;
}

/** Runs what a call writes as one transaction, in which its answer is kept, too. */
export type Write<Body> = (work: (tx: Transaction) => Promise<Body>) => Promise<Body>;

/**
 * With an `Idempotency-Key`, the whole call and the record of its answer are one transaction: after a crash either both
 * are there or neither. A refused call throws, and so keeps nothing. A key that was used for anything else is 422. What is
 * done `beforehand` holds no connection meanwhile.
 */
export async function onceByIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { beforehand, ...keyed }: KeyedCall & { beforehand?: (() => Promise<void>) | undefined },
  answer: (db: Database) => Promise<object>,
): Promise<unknown> {
  const { db } = request.server.desk.database;
  const claim = claimOf(request, keyed);
  if (beforehand) {
    const first = await claim?.look(db);
    if (first) return replay(reply, first);
    await beforehand();
  }
  if (!claim) return answer(db);
  return db.transaction(async (tx) => {
    const first = await claim.take(tx);
    return first ? replay(reply, first) : claim.keep(tx, await answer(tx));
  });
}

/**
 * The same for a call with files, which may take minutes to lie where they belong: it has no transaction but for what it
 * does by `write`. Of duplicates at the same time, those that came to this instance wait for the first, and others find
 * its answer when they begin to write: that throws, and they take back what they have stored.
 */
export async function onceByIdempotencyKeyAfterFiles<Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  { turns, ...keyed }: KeyedCall & { turns: KeyedLimiter },
  answer: (write: Write<Body>) => Promise<object>,
): Promise<unknown> {
  const { db } = request.server.desk.database;
  const claim = claimOf(request, keyed);
  if (!claim) return answer((work) => db.transaction(work));
  const once = async () => {
    const first = await claim.look(db);
    if (first) return replay(reply, first);
    try {
      return await answer((work) =>
        db.transaction(async (tx) => {
          const meanwhile = await claim.take(tx);
          if (meanwhile) throw new AnsweredMeanwhile(meanwhile);
          return claim.keep(tx, await work(tx));
        }),
      );
    } catch (error) {
      if (error instanceof AnsweredMeanwhile) return replay(reply, error.first);
      throw error;
    }
  };
  return turns.run(once, { key: claim.name });
}

class AnsweredMeanwhile extends Error {
  readonly first: FirstAnswer;

  constructor(first: FirstAnswer) {
    super('Another instance has answered this call');
    this.first = first;
  }
}

function replay(reply: FastifyReply, { httpStatus, body }: FirstAnswer) {
  reply.status(httpStatus).header('Idempotency-Replayed', 'true');
  return body;
}

/** What a call does with its key; null: it has none. */
function claimOf(request: FastifyRequest, { memberId, call, digest }: KeyedCall) {
  const key = request.method === 'GET' || memberId === null ? null : idempotencyKeyOf(request.headers);
  if (!key) return null;
  const keyOfMember = { memberId: memberId!, key };
  const requestDigest = digest();
  const look = async (db: Database) => {
    const first = await findFirstAnswer(db, keyOfMember);
    // Answers from before the digest was kept can be told apart by their call alone.
    if (first && (first.call !== call || (first.requestDigest ?? requestDigest) !== requestDigest)) {
      throw keyUsedOtherwise();
    }
    return first;
  };
  return {
    name: `${memberId}:${key}`,
    /** The first answer, if there is one by now. */
    look,
    /** The same, and if there is none, there will be no other before this transaction ends. */
    take: async (tx: Transaction) => {
      await lockIdempotencyKey(tx, keyOfMember);
      return look(tx);
    },
    keep: async <Body extends object>(tx: Transaction, body: Body): Promise<Body> => {
      await storeFirstAnswer(tx, { ...keyOfMember, call, requestDigest, httpStatus: 200, body });
      return body;
    },
  };
}

/** The `Idempotency-Key` of a request; null: it has none. One that is too long is 400. */
export function idempotencyKeyOf(headers: FastifyRequest['headers']): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > 200)
    throw new Refusal(400, 'An Idempotency-Key has at most 200 characters');
  return key;
}

/** A key that came before, with something else. */
export const keyUsedOtherwise = () =>
  new Refusal(422, 'This Idempotency-Key was used for something else. Nothing was done.');

/** What a call was given. */
interface Given {
  /** Method and path of the contract. */
  call: string;
  /** The path's parts. */
  params: unknown;
  /** Parsed. */
  input: unknown;
  files: Record<string, ReceivedFile>;
}

/**
 * HMAC-SHA-256, hex, of all that a call was given: the same for the same, in whatever order its fields came. With a key,
 * since a password may be among them: whoever reads the database could try passwords on a bare digest.
 */
export function requestDigest(secret: Uint8Array, { call, params, input, files }: Given): string {
  const contents = Object.fromEntries(Object.entries(files).map(([field, { sha256 }]) => [field, sha256]));
  return createHmac('sha256', derivedKey(secret, 'request digest'))
    .update(inOrder([call, params, input, contents]))
    .digest('hex');
}

/** JSON with the keys of each object in order. */
const inOrder = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

interface KeyOfMember {
  memberId: number;
  key: string;
}

type FirstAnswer = Pick<typeof idempotencyKeys.$inferSelect, 'call' | 'requestDigest' | 'httpStatus' | 'body'>;

/** Holds the key until the transaction ends: a duplicate that runs at the same time waits here. */
async function lockIdempotencyKey(tx: Database, { memberId, key }: KeyOfMember) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${memberId}:${key}`}::text, 4000))`);
}

/** The answer that the key got within the last 24 hours. */
async function findFirstAnswer(tx: Database, { memberId, key }: KeyOfMember): Promise<FirstAnswer | undefined> {
  const { rows } = await tx.execute<FirstAnswer>(sql`
    select call, request_digest as "requestDigest", http_status as "httpStatus", body from ${idempotencyKeys}
    where member_id = ${memberId} and key = ${key} and created_at > now() - interval '24 hours'`);
  return rows[0];
}

async function storeFirstAnswer(
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
