import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/members.ts';
import type { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { deriveKey } from '../signing/tokens.ts';
import type { ReceivedFile } from './bodies.ts';
import { HttpError } from './HttpError.ts';

interface KeyedCall {
  /** Null if not signed in, in which case keys are ignored. */
  memberId: number | null;
  /** Method and path. */
  call: string;
  digest: () => string;
}

/** Runs the call's writes in one transaction. With an `Idempotency-Key`, the transaction also stores the response. */
export type Write<Body> = (work: (tx: Transaction) => Promise<Body>) => Promise<Body>;

/**
 * With an `Idempotency-Key`, the call and its stored response are one transaction. Refused calls store nothing. A key
 * reused for a different request gets 422. `beforehand` runs before the transaction and holds no connection.
 */
export async function withIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { beforehand, ...keyed }: KeyedCall & { beforehand?: (() => Promise<void>) | undefined },
  answer: (db: Database) => Promise<object>,
): Promise<unknown> {
  const { db } = request.server.context.database;
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
 * For calls with files. Storing files may take minutes, so only `write` runs in a transaction. Duplicates on this
 * instance wait for the first call. On another instance, a duplicate's `write` throws, and the duplicate deletes its
 * files.
 */
export async function withIdempotencyKeyForUploads<Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  { turns, ...keyed }: KeyedCall & { turns: KeyedLimiter },
  answer: (write: Write<Body>) => Promise<object>,
): Promise<unknown> {
  const { db } = request.server.context.database;
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

type FirstAnswer = Pick<typeof idempotencyKeys.$inferSelect, 'call' | 'requestDigest' | 'httpStatus' | 'body'>;

class AnsweredMeanwhile extends Error {
  readonly first: FirstAnswer;

  constructor(first: FirstAnswer) {
    super('Another instance has already answered this call');
    this.first = first;
  }
}

function replay(reply: FastifyReply, { httpStatus, body }: FirstAnswer) {
  reply.status(httpStatus).header('Idempotency-Replayed', 'true');
  return body;
}

function claimOf(request: FastifyRequest, { memberId, call, digest }: KeyedCall) {
  const key = request.method === 'GET' || memberId === null ? null : idempotencyKeyOf(request.headers);
  if (!key) return null;
  const name = `${memberId}:${key}`;
  const requestDigest = digest();
  const look = async (db: Database) => {
    const { rows } = await db.execute<FirstAnswer>(sql`
      select call, request_digest as "requestDigest", http_status as "httpStatus", body from ${idempotencyKeys}
      where member_id = ${memberId} and key = ${key} and created_at > now() - interval '24 hours'`);
    const [first] = rows;
    // Old rows have no digest, so only their call is compared.
    if (first && (first.call !== call || (first.requestDigest ?? requestDigest) !== requestDigest)) {
      throw idempotencyKeyReused();
    }
    return first;
  };
  return {
    name,
    look,
    /** Locks the key before looking, so that no duplicate stores a response until this transaction ends. */
    take: async (tx: Transaction) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 4000))`);
      return look(tx);
    },
    keep: async <Body extends object>(tx: Transaction, body: Body): Promise<Body> => {
      await tx.execute(sql`
        insert into ${idempotencyKeys} (member_id, key, call, request_digest, http_status, body)
        values (${memberId}, ${key}, ${call}, ${requestDigest}, 200, ${JSON.stringify(body)}::jsonb)
        on conflict (member_id, key) do update set call = excluded.call, request_digest = excluded.request_digest,
          http_status = excluded.http_status, body = excluded.body, created_at = now()`);
      return body;
    },
  };
}

/** Null without a key. Throws 400 if the key is too long. */
export function idempotencyKeyOf(headers: FastifyRequest['headers']): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > 200)
    throw new HttpError(400, 'An Idempotency-Key can have at most 200 characters');
  return key;
}

export const idempotencyKeyReused = () =>
  new HttpError(422, 'This Idempotency-Key was already used for a different request. Nothing was changed.');

interface Given {
  call: string;
  params: unknown;
  input: unknown;
  files: Record<string, ReceivedFile>;
}

/**
 * HMAC-SHA-256 in hex of all the call's input, with sorted fields. Keyed, because a password in the input
 * could be guessed from a plain digest.
 */
export function requestDigest(secret: Uint8Array, { call, params, input, files }: Given): string {
  const contents = Object.fromEntries(Object.entries(files).map(([field, { sha256 }]) => [field, sha256]));
  return createHmac('sha256', deriveKey(secret, 'request digest'))
    .update(inOrder([call, params, input, contents]))
    .digest('hex');
}

/** JSON with sorted keys. */
const inOrder = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
