import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import { outboxReason } from 'shared/rules/outbox';
import type { Database } from '../db/database.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { retryWhileUnavailable } from '../db/DatabaseUnavailableError.ts';
import type { Settings } from '../settings/settings.ts';
import type { MailProviders } from './providers/MailProvider.ts';
import type { MailOrder } from './templates/mailText.ts';

/** A waiting mail to be rendered and sent. */
export interface LoadedMail extends Omit<typeof mails.$inferSelect, 'messageId'> {
  messageId: string;
  /** Null for mail to a member. */
  order: MailOrder | null;
}

interface StatementContext {
  db: Database;
  providers: MailProviders;
  settings: Pick<Settings, 'mail'>;
}

/**
 * Batches the statements of mails that are sent at the same time. Without this the embedded database would be too slow
 * for mail that goes to the outbox.
 */
export function mailStatements({ db, providers, settings }: StatementContext) {
  const repeatable = mailProviders.filter((name) => providers[name].repeatable);
  let marking = Promise.resolve();
  return {
    open: new DataLoader<number, LoadedMail | null>(
      async (ids) => {
        const opened = await retryWhileUnavailable(() =>
          loadQueuedMails(db, ids, { mailDomain: settings.mail.domain, repeatable }),
        );
        return ids.map((id) => opened.get(id) ?? null);
      },
      { cache: false },
    ),
    /** The number of calls begun so far, or null if the mail is not waiting for a call. */
    claim: new DataLoader<LoadedMail, number | null>(
      async (opened) => {
        const claimed = await claimMails(db, opened, repeatable);
        return opened.map(({ id }) => {
          const calls = claimed.get(id) ?? null;
          // If two jobs claim the same mail in one batch, only the first gets it.
          claimed.delete(id);
          return calls;
        });
      },
      { cache: false },
    ),
    markInOutbox: new DataLoader<number, null>(
      async (ids) => {
        marking = retryWhileUnavailable(() => markInOutbox(db, ids));
        await marking;
        return ids.map(() => null);
      },
      // Mails sent while a statement runs share the next statement.
      { cache: false, batchScheduleFn: (mark) => void marking.then(mark, mark) },
    ),
  };
}

/** Age at which the claim of a mail expires if its provider is `repeatable`. The worker is then presumed dead. */
export const claimTtlSeconds = 10;

/** Matches unclaimed mails and, if their provider is in `repeatable`, mails with an expired claim. */
const isUnclaimed = (repeatable: readonly MailServiceProvider[]) =>
  or(
    isNull(mails.callBegunAt),
    and(
      inArray(mails.provider, [...repeatable]),
      lt(mails.callBegunAt, sql`now() - make_interval(secs => ${claimTtlSeconds})`),
    ),
  );

async function loadQueuedMails(
  db: Database,
  ids: readonly number[],
  { mailDomain, repeatable }: { mailDomain: string; repeatable: readonly MailServiceProvider[] },
): Promise<Map<number, LoadedMail>> {
  const { orderId, firstName, landingDomain, refund } = orders;
  const opened = await db
    .select({ mail: mails, order: { orderId, firstName, landingDomain, refund } })
    .from(mails)
    .leftJoin(orders, eq(orders.orderId, mails.orderId))
    .where(and(inArray(mails.id, [...ids]), eq(mails.state, 'queued'), isUnclaimed(repeatable)));
  return new Map(
    opened.map(({ mail, order }) => [
      mail.id,
      { ...mail, order, messageId: mail.messageId ?? `<${randomUUID()}@${mailDomain}>` },
    ]),
  );
}

/**
 * Claims mails for one call each, so that only one worker gets a mail. After a crash, `recoverInterruptedCall` settles
 * the mail's state. Returns the number of calls so far by mail id, and omits mails that could not be claimed.
 */
export async function claimMails(
  db: Database,
  claims: readonly Pick<LoadedMail, 'id' | 'messageId'>[],
  repeatable: readonly MailServiceProvider[] = [],
): Promise<Map<number, number>> {
  const ids = claims.map(({ id }) => id);
  const messageIds = JSON.stringify(Object.fromEntries(claims.map(({ id, messageId }) => [id, messageId])));
  // If the database's response is lost, the retry recognises its own earlier claims by their times. Otherwise those
  // mails would count as interrupted and wait for minutes.
  const tried: string[] = [];
  const claimed = await retryWhileUnavailable(async () => {
    const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
    const begun = rows[0]!.now;
    const isOurs = or(sql`false`, ...tried.map((at) => sql`${mails.callBegunAt} = ${at}::timestamptz`));
    tried.push(begun);
    return db
      .update(mails)
      .set({
        callBegunAt: sql`${begun}::timestamptz`,
        attempts: sql`${mails.attempts} + case when ${isOurs} then 0 else 1 end`,
        messageId: sql`${messageIds}::jsonb ->> ${mails.id}::text`,
      })
      .where(and(inArray(mails.id, ids), eq(mails.state, 'queued'), or(isUnclaimed(repeatable), isOurs)))
      .returning({ id: mails.id, attempts: mails.attempts });
  });
  return new Map(claimed.map(({ id, attempts }) => [id, attempts]));
}

/**
 * Marks a mail as sent, and stores the provider's message id, if any. Also corrects `unknown`, because the worker that
 * made the call knows its result. Keeps a state that a provider's report has already set.
 */
export async function markSent(db: Database, id: number, messageId: string | null): Promise<void> {
  const isUnreported = sql`state in ('queued', 'unknown')`;
  await db.execute(sql`
    update mails set state = case when ${isUnreported} then 'sent' else state end,
      reason = case when ${isUnreported} then null else reason end,
      sent_at = now(), message_id = coalesce(${messageId}::text, message_id)
    where id = ${id} and call_begun_at is not null`);
}

/** Marks mails in the outbox as sent. */
async function markInOutbox(db: Database, ids: readonly number[]): Promise<void> {
  // Locked in order of id to prevent deadlocks.
  await db.execute(sql`
    update mails set state = 'sent', sent_at = now(), reason = ${outboxReason}
    where id in (
      select id from mails where id in ${[...ids]} and call_begun_at is not null order by id for update)`);
}

export async function markEnded(db: Database, id: number, state: 'failed' | 'unknown', reason: string): Promise<void> {
  await db.update(mails).set({ state, reason }).where(isQueued(id));
}

/** Releases a mail for a retry. The provider must not have accepted the mail, unless resending is harmless. */
export async function markForRetry(db: Database, id: number, reason: string): Promise<void> {
  await db.update(mails).set({ callBegunAt: null, reason }).where(isQueued(id));
}

/** Sets state and reason of a mail that could not be rendered, unless another worker has claimed it. */
export async function markNotRendered(
  db: Database,
  id: number,
  state: 'failed' | 'queued',
  reason: string,
): Promise<void> {
  await db
    .update(mails)
    .set({ state, reason })
    .where(and(isQueued(id), isNull(mails.callBegunAt)));
}

/** Finds a mail that is not sent yet. `begunSecondsAgo` is null if no call to the provider is in progress. */
export async function findWaitingMail(db: Database, id: number) {
  const [found] = await db
    .select({
      provider: mails.provider,
      reason: mails.reason,
      begunSecondsAgo: sql<number | null>`extract(epoch from now() - ${mails.callBegunAt})::float8`,
    })
    .from(mails)
    .where(isQueued(id));
  return found ?? null;
}

/** Claimed mails without a result. Call this only while no process is sending mail. */
export function findInterruptedCalls(db: Database) {
  return db
    .select({ id: mails.id, provider: mails.provider })
    .from(mails)
    .where(and(eq(mails.state, 'queued'), isNotNull(mails.callBegunAt)));
}

const isQueued = (id: number) => and(eq(mails.id, id), eq(mails.state, 'queued'));
