import DataLoader from 'dataloader';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/DatabaseUnavailableError.ts';
import type { Database } from '../db/database.ts';
import {
  claimMails,
  findInterruptedCalls,
  findWaitingMail,
  markEnded,
  markInOutbox,
  markNotRendered,
  markForRetry,
  markSent,
  loadQueuedMails,
  type LoadedMail,
} from './mailQueries.ts';
import {
  interruptedAfterSeconds,
  rejectOnAbort,
  MailFailure,
  type ProviderCall,
  type MailProviders,
} from './providers/MailProvider.ts';
import { renderMail, type RenderContext } from './renderMail.ts';

export interface MailDelivery extends RenderContext {
  providers: MailProviders;
  rateLimiters: Readonly<Record<MailServiceProvider, ReturnType<typeof providerRateLimiter>>>;
  statements: ReturnType<typeof mailStatements>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Batches the statements of mails that are sent at the same time. Without this the embedded database would be too slow
 * for mail that goes to the outbox.
 */
export function mailStatements({ db, providers, settings }: Pick<MailDelivery, 'db' | 'providers' | 'settings'>) {
  const mailDomain = settings.mail.domain;
  const repeatable = mailProviders.filter((name) => providers[name].repeatable);
  let marking = Promise.resolve();
  return {
    open: new DataLoader<number, LoadedMail | null>(
      async (ids) => {
        const opened = await retryWhileUnavailable(() => loadQueuedMails(db, ids, { mailDomain, repeatable }));
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

/** After this many calls for a mail, a 429 counts as a failed try of its job, so that no mail is retried forever. */
const maxUncalledAttempts = 5;

const unanswered = 'The provider did not respond. Check before you resend.';

/**
 * Sends a mail at most once: a claimed mail without a result becomes `unknown`, unless resending it is harmless.
 * Rejects if the mail should be retried (retry options: queueMail.ts), or if `stopped` is aborted before the call.
 */
export async function deliverMail(
  delivery: MailDelivery,
  mailId: number,
  { priority = 0, stopped = new AbortController().signal }: { priority?: number; stopped?: AbortSignal } = {},
): Promise<void> {
  const { rateLimiters, statements } = delivery;
  for (;;) {
    const mail = await rejectOnAbort(statements.open.load(mailId), stopped);
    if (!mail) return recoverInterruptedCall(delivery, mailId);
    const call = await prepareCall(delivery, mail, stopped);
    if (!call) return;
    await rateLimiters[mail.provider].turn({ priority, signal: stopped });
    const calls = await statements.claim.load(mail);
    if (calls === null) return recoverInterruptedCall(delivery, mailId);
    try {
      return await makeCall(delivery, mail, call);
    } catch (error) {
      // Retry the mail in this job once the provider's pause is over.
      const isTooMany = error instanceof MailFailure && error.tooMany;
      if (!isTooMany || calls > maxUncalledAttempts) throw error;
    }
  }
}

async function prepareCall(
  delivery: MailDelivery,
  mail: LoadedMail,
  stopped: AbortSignal,
): Promise<ProviderCall | null> {
  const { db, providers, log } = delivery;
  try {
    const ready = renderMail(delivery, mail).then((letter) => providers[mail.provider].prepare(letter));
    return await rejectOnAbort(ready, stopped);
  } catch (error) {
    stopped.throwIfAborted();
    const failure =
      error instanceof MailFailure
        ? error
        : new MailFailure('notTaken', 'The email could not be created.', { cause: error });
    const { cause, message } = failure;
    // db/postgres.ts logs database outages.
    if (cause !== undefined && !isDatabaseUnavailable(cause)) {
      log.error({ err: cause, mailId: mail.id, kind: mail.kind }, 'mail could not be rendered');
    }
    const state = failure.outcome === 'refused' ? 'failed' : 'queued';
    await retryWhileUnavailable(() => markNotRendered(db, mail.id, state, message));
    if (state === 'failed') return null;
    throw failure;
  }
}

/**
 * Calls the provider and records the result, even after a long database outage. Rejects if the mail should be retried:
 * it was definitely not sent, or sending it twice is harmless.
 */
async function makeCall(
  { db, providers, rateLimiters, statements }: MailDelivery,
  { id, provider }: LoadedMail,
  call: ProviderCall,
): Promise<void> {
  const { repeatable } = providers[provider];
  const rateLimiter = rateLimiters[provider];
  let answer: { messageId: string | null };
  try {
    answer = await call();
  } catch (error) {
    const failure = error instanceof MailFailure ? error : null;
    if (failure?.tooMany) rateLimiter.pause(failure.retryAfterSeconds);
    if (failure?.outcome === 'refused') {
      return retryWhileUnavailable(() => markEnded(db, id, 'failed', failure.message));
    }
    if (!failure && !repeatable) return retryWhileUnavailable(() => markEnded(db, id, 'unknown', unanswered));
    const reason = failure?.message ?? 'The email could not be written to the outbox.';
    await retryWhileUnavailable(() => markForRetry(db, id, reason));
    throw error;
  }
  rateLimiter.answered();
  if (repeatable) await statements.markInOutbox.load(id);
  else await retryWhileUnavailable(() => markSent(db, id, answer.messageId));
}

/** Gives up on a mail after its last retry: `unknown` if a call has begun, else `failed`. Keeps the last reason. */
export async function abandonMail({ db }: Pick<MailDelivery, 'db'>, mailId: number): Promise<void> {
  const waiting = await findWaitingMail(db, mailId);
  if (waiting) {
    const reason = `${waiting.reason ?? 'It could not be sent.'} We gave up after a day.`;
    await markEnded(db, mailId, waiting.begunSecondsAgo === null ? 'failed' : 'unknown', reason);
  }
}

/** Runs at start, and only with the embedded database, where no other process can be making calls. */
export async function recoverInterruptedCalls({ db, providers }: MailDelivery): Promise<void> {
  for (const mail of await findInterruptedCalls(db)) {
    await settle(db, mail.id, providers[mail.provider].repeatable);
  }
}

/**
 * Ends the job of a mail that could not be claimed. If its call was interrupted and must not be repeated, marks the
 * mail `unknown`. Rejects if the job should be retried.
 */
async function recoverInterruptedCall({ db, providers }: MailDelivery, mailId: number): Promise<void> {
  const waiting = await findWaitingMail(db, mailId);
  if (!waiting) return;
  const broken = waiting.begunSecondsAgo !== null && waiting.begunSecondsAgo > interruptedAfterSeconds;
  if (!broken || providers[waiting.provider].repeatable) throw new Error('Another worker has this mail');
  await settle(db, mailId, false);
}

const settle = (db: Database, mailId: number, repeatable: boolean) =>
  repeatable
    ? markForRetry(db, mailId, 'Sending was interrupted.')
    : markEnded(db, mailId, 'unknown', 'Sending was interrupted. Check before you resend.');

const longestPauseSeconds = 600;

export function providerRateLimiter(perSecond: number | null) {
  const turns = new PQueue(perSecond === null ? {} : { intervalCap: 1, interval: 1_000 / perSecond });
  let pauses = 0;
  let pausedUntil = 0;
  let timer: NodeJS.Timeout;
  return {
    turn: (options: { priority: number; signal: AbortSignal }) => turns.add(async () => {}, options),
    /** Pauses all calls after a 429, for Retry-After or with exponential backoff. */
    pause(retryAfterSeconds: number | null) {
      // Concurrent calls that are refused together count as one refusal.
      if (!turns.isPaused) pauses += 1;
      const seconds = Math.min(Math.max(retryAfterSeconds ?? 2 ** pauses, 1), longestPauseSeconds);
      pausedUntil = Math.max(pausedUntil, performance.now() + seconds * 1_000);
      turns.pause();
      clearTimeout(timer);
      timer = setTimeout(() => turns.start(), pausedUntil - performance.now()).unref();
    },
    /** Resets the backoff. */
    answered() {
      if (!turns.isPaused) pauses = 0;
    },
  };
}
