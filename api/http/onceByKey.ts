import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { findFirstAnswer, lockIdempotencyKey, storeFirstAnswer } from './idempotencyQueries.ts';
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

/**
 * With an `Idempotency-Key`, the whole call and the record of its answer are one transaction: after a crash either both
 * are there or neither. A refused call throws, and so keeps nothing. A key that was used for anything else is 422.
 */
export async function onceByKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { memberId, call, digest }: KeyedCall,
  answer: (db: Database) => Promise<object>,
): Promise<unknown> {
  const { db } = request.server.desk.database;
  const key = request.method === 'GET' || memberId === null ? undefined : idempotencyKey(request);
  if (!key) return answer(db);
  const keyOfMember = { memberId: memberId!, key };
  const requestDigest = digest();
  return db.transaction(async (tx) => {
    await lockIdempotencyKey(tx, keyOfMember);
    const first = await findFirstAnswer(tx, keyOfMember);
    if (first) {
      // Answers from before the digest was kept can be told apart by their call alone.
      if (first.call !== call || (first.requestDigest ?? requestDigest) !== requestDigest) {
        throw new Refusal(422, 'This Idempotency-Key was used for something else. Nothing was done.');
      }
      reply.status(first.httpStatus).header('Idempotency-Replayed', 'true');
      return first.body;
    }
    const body = await answer(tx);
    await storeFirstAnswer(tx, { ...keyOfMember, call, requestDigest, httpStatus: 200, body });
    return body;
  });
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || key.length > 200)
    throw new Refusal(400, 'An Idempotency-Key has at most 200 characters');
  return key;
}
