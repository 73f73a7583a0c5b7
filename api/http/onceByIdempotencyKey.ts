import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../db/database.ts';
import type { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { findFirstAnswer, lockIdempotencyKey, storeFirstAnswer } from './idempotencyQueries.ts';
import { idempotencyKeyOf, keyUsedOtherwise } from './idempotencyKey.ts';

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

type FirstAnswer = NonNullable<Awaited<ReturnType<typeof findFirstAnswer>>>;

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
