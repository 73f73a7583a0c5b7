import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields';
import { inOutbox } from 'shared/rules/outbox';
import type { Database } from '../db/database.ts';
import { mails, type MailKind } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { untilAnswered } from '../db/DatabaseAway.ts';
import type { MailOrder } from './templates/mailText.ts';

/** A waiting mail that is being put together for its provider's call. */
export interface OpenedMail {
  id: number;
  /** Null: it is to a member. */
  orderId: string | null;
  documentId: number | null;
  kind: MailKind;
  recipient: string;
  provider: MailServiceProvider;
  messageId: string;
  /** Null: it is to a member, or the order is not there any more. */
  order: MailOrder | null;
}

/** Its moment, to the microsecond. */
async function readClock(db: Database): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return rows[0]!.now;
}

/** A claim this old is free again where repeating a call does no harm: its worker died, or no other would have the job. */
export const silentSeconds = 10;

/** No call is under way, or the process that began it died and `repeatable` providers may be called again. */
const isFree = (repeatable: readonly MailServiceProvider[]) =>
  or(
    isNull(mails.callBegunAt),
    and(
      inArray(mails.provider, [...repeatable]),
      lt(mails.callBegunAt, sql`now() - make_interval(secs => ${silentSeconds})`),
    ),
  );

/** Reads the mails that wait for a call, each with what its text needs of its order. */
export async function openMails(
  db: Database,
  ids: readonly number[],
  { mailDomain, repeatable }: { mailDomain: string; repeatable: readonly MailServiceProvider[] },
): Promise<Map<number, OpenedMail>> {
  const { orderId, firstName, landingDomain, refund } = orders;
  const opened = await db
    .select({ mail: mails, order: { orderId, firstName, landingDomain, refund } })
    .from(mails)
    .leftJoin(orders, eq(orders.orderId, mails.orderId))
    .where(and(inArray(mails.id, [...ids]), eq(mails.state, 'queued'), isFree(repeatable)));
  return new Map(
    opened.map(({ mail, order }) => [
      mail.id,
      { ...mail, order, messageId: mail.messageId ?? `<${randomUUID()}@${mailDomain}>` },
    ]),
  );
}

/**
 * Claims mails for one call each of their provider: of any number of workers one gets a mail, and nobody after a crash
 * until `settleBrokenCall` has said what to do. A mail's Message-ID stays for later calls. Returns the number of calls
 * begun so far, by mail; a mail that is missing does not wait for a call.
 */
export async function claimMails(
  db: Database,
  claims: readonly Pick<OpenedMail, 'id' | 'messageId'>[],
  repeatable: readonly MailServiceProvider[] = [],
): Promise<Map<number, number>> {
  const ids = claims.map(({ id }) => id);
  const messageIds = JSON.stringify(Object.fromEntries(claims.map(({ id, messageId }) => [id, messageId])));
  // A claim whose answer is lost is made again, and knows by its moments what it has claimed already: else a mail would
  // wait for minutes, until its call is sure to be broken.
  const tried: string[] = [];
  const claimed = await untilAnswered(async () => {
    const begun = await readClock(db);
    const isOurs = or(sql`false`, ...tried.map((at) => sql`${mails.callBegunAt} = ${at}::timestamptz`));
    tried.push(begun);
    return db
      .update(mails)
      .set({
        callBegunAt: sql`${begun}::timestamptz`,
        attempts: sql`${mails.attempts} + case when ${isOurs} then 0 else 1 end`,
        messageId: sql`${messageIds}::jsonb ->> ${mails.id}::text`,
      })
      .where(and(inArray(mails.id, ids), eq(mails.state, 'queued'), or(isFree(repeatable), isOurs)))
      .returning({ id: mails.id, attempts: mails.attempts });
  });
  return new Map(claimed.map(({ id, attempts }) => [id, attempts]));
}

/**
 * The mail is out, under the id that the provider gave or its own. True also of one given up as unknown meanwhile: the
 * worker that made the call knows best. A report that has come already says more than that.
 */
export async function markSent(db: Database, id: number, messageId: string | null): Promise<void> {
  await db
    .update(mails)
    .set({
      state: sql`case when ${isUnreported} then 'sent' else ${mails.state} end`,
      reason: sql`case when ${isUnreported} then null else ${mails.reason} end`,
      sentAt: sql`now()`,
      ...(messageId && { messageId }),
    })
    .where(and(eq(mails.id, id), isNotNull(mails.callBegunAt)));
}

/** The same of mails that were written to the outbox: their history keeps that no provider took them. */
export async function markInOutbox(db: Database, ids: readonly number[]): Promise<void> {
  // Locked in the order of their ids: two statements on some of the same mails never wait for each other.
  const begun = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(inArray(mails.id, [...ids]), isNotNull(mails.callBegunAt)))
    .orderBy(mails.id)
    .for('update');
  await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, reason: inOutbox })
    .where(inArray(mails.id, begun));
}

const isUnreported = inArray(mails.state, ['queued', 'unknown']);

/** The mail will not go out this way, or nobody knows whether it did; `reason` is for people. */
export async function markEnded(db: Database, id: number, state: 'failed' | 'unknown', reason: string): Promise<void> {
  await db
    .update(mails)
    .set({ state, reason })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
}

/** The provider surely did not take it: it waits for its next try. */
export async function markNotTaken(db: Database, id: number, reason: string): Promise<void> {
  await db
    .update(mails)
    .set({ callBegunAt: null, reason })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
}

/** The mail could not be put together: it ends, or waits for its next try, unless another worker has claimed it. */
export async function markNotCalled(
  db: Database,
  id: number,
  state: 'failed' | 'queued',
  reason: string,
): Promise<void> {
  await db
    .update(mails)
    .set({ state, reason })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isNull(mails.callBegunAt)));
}

/** A waiting mail as a worker finds it that could not claim it; `begunSecondsAgo` null: no call is under way. */
export async function findWaitingMail(db: Database, id: number) {
  const [found] = await db
    .select({
      provider: mails.provider,
      reason: mails.reason,
      begunSecondsAgo: sql<number | null>`extract(epoch from now() - ${mails.callBegunAt})::float8`,
    })
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
  return found ?? null;
}

/** The waiting mails whose call was begun and not answered for that long. */
export function findBrokenCalls(db: Database, olderThanSeconds: number) {
  return db
    .select({ id: mails.id, provider: mails.provider })
    .from(mails)
    .where(
      and(eq(mails.state, 'queued'), lt(mails.callBegunAt, sql`now() - make_interval(secs => ${olderThanSeconds})`)),
    );
}
