import DataLoader from 'dataloader';
import type { FastifyBaseLogger } from 'fastify';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import { isAway, untilAnswered } from '../db/DatabaseAway.ts';
import type { Database } from '../db/database.ts';
import {
  claimMails,
  findBrokenCalls,
  findWaitingMail,
  markEnded,
  markInOutbox,
  markNotCalled,
  markNotTaken,
  markSent,
  openMails,
  type OpenedMail,
} from './mailQueries.ts';
import type { ProviderPace } from './providerPace.ts';
import { beforeTheCall, callSeconds, inTime, MailFailure, type ProviderCall } from './providers/MailProvider.ts';
import type { MailProviders } from './providers/openMailProviders.ts';
import { readyMail, type MailMaking } from './readyMail.ts';

/** What delivering a mail needs. */
export interface MailDelivery extends MailMaking {
  providers: MailProviders;
  paces: Readonly<Record<MailServiceProvider, ProviderPace>>;
  statements: MailStatements;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export type MailStatements = ReturnType<typeof mailStatements>;

/** Mails that are delivered at the same time share these statements: the embedded database drains the outbox by them. */
export function mailStatements({ db, providers, settings }: Pick<MailDelivery, 'db' | 'providers' | 'settings'>) {
  const mailDomain = settings.mail.domain;
  const repeatable = mailProviders.filter((name) => providers[name].repeatable);
  let marking = Promise.resolve();
  return {
    open: new DataLoader<number, OpenedMail | null>(
      async (ids) => {
        const opened = await untilAnswered(() => openMails(db, ids, { mailDomain, repeatable }));
        return ids.map((id) => opened.get(id) ?? null);
      },
      { cache: false },
    ),
    /** The number of calls begun so far; null: the mail does not wait for a call. */
    claim: new DataLoader<OpenedMail, number | null>(
      async (opened) => {
        const claimed = await claimMails(db, opened, repeatable);
        return opened.map(({ id }) => {
          const calls = claimed.get(id) ?? null;
          // Of two jobs with the same mail, one gets it.
          claimed.delete(id);
          return calls;
        });
      },
      { cache: false },
    ),
    markInOutbox: new DataLoader<number, null>(
      async (ids) => {
        marking = untilAnswered(() => markInOutbox(db, ids));
        await marking;
        return ids.map(() => null);
      },
      // Mails that are written while others are marked go together in the next statement.
      { cache: false, batchScheduleFn: (mark) => void marking.then(mark, mark) },
    ),
  };
}

/**
 * How often a mail may meet "too many" without using up one of its job's tries. Then it does, so that a mail that is
 * always refused so neither blocks those behind it nor stays for ever.
 */
const tooManyForNothing = 5;

const unanswered = 'The provider did not answer. Check before you resend.';

/**
 * Takes a mail of the history to its provider, at most once. It is put together first and claimed last, right before its
 * call: a claimed mail whose call was never answered is not repeated but marked unknown, unless repeating does no harm.
 * Between the two it waits for its provider's turn. Rejects when a later try should deliver it, also when `stopped`
 * before the call.
 */
export async function deliverMail(
  delivery: MailDelivery,
  mailId: number,
  { priority = 0, stopped = new AbortController().signal }: { priority?: number; stopped?: AbortSignal } = {},
): Promise<void> {
  const { paces, statements } = delivery;
  for (;;) {
    const mail = await inTime(statements.open.load(mailId), stopped);
    if (!mail) return settleBrokenCall(delivery, mailId);
    const call = await prepareCall(delivery, mail, stopped);
    if (!call) return;
    await paces[mail.provider].turn({ priority, signal: stopped });
    const calls = await statements.claim.load(mail);
    if (calls === null) return settleBrokenCall(delivery, mailId);
    try {
      return await makeCall(delivery, mail, call);
    } catch (error) {
      // It stays in hand until the pause is over.
      if (!isTooMany(error) || calls > tooManyForNothing) throw error;
    }
  }
}

const isTooMany = (error: unknown) => error instanceof MailFailure && error.tooMany;

/** Puts the mail together. Returns null when it can never be sent, and rejects when it cannot be sent now. */
async function prepareCall(
  delivery: MailDelivery,
  mail: OpenedMail,
  stopped: AbortSignal,
): Promise<ProviderCall | null> {
  try {
    const ready = readyMail(delivery, mail).then((letter) => delivery.providers[mail.provider].prepare(letter));
    return await beforeTheCall(() => inTime(ready, stopped));
  } catch (error) {
    stopped.throwIfAborted();
    const failure = error as MailFailure;
    const refused = failure.outcome === 'refused';
    tellCause(delivery, mail, failure);
    await untilAnswered(() => markNotCalled(delivery.db, mail.id, refused ? 'failed' : 'queued', failure.message));
    if (refused) return null;
    throw failure;
  }
}

/**
 * Calls the provider and records the result, even if the database is away for long. Rejects when the provider surely did
 * not take the mail and may take it later.
 */
async function makeCall(delivery: MailDelivery, mail: OpenedMail, call: ProviderCall): Promise<void> {
  const { db } = delivery;
  const { repeatable } = delivery.providers[mail.provider];
  const pace = delivery.paces[mail.provider];
  let answer: { messageId: string | null };
  try {
    answer = await call();
  } catch (error) {
    if (error instanceof MailFailure && error.tooMany) pace.pause(error.retryAfterSeconds);
    tellCause(delivery, mail, error);
    if (error instanceof MailFailure && error.outcome === 'refused') {
      await untilAnswered(() => markEnded(db, mail.id, 'failed', error.message));
    } else if (error instanceof MailFailure || repeatable) {
      await untilAnswered(() => markNotTaken(db, mail.id, reasonOf(error)));
      throw error;
    } else {
      await untilAnswered(() => markEnded(db, mail.id, 'unknown', unanswered));
    }
    return;
  }
  pace.answered();
  if (repeatable) await delivery.statements.markInOutbox.load(mail.id);
  else await untilAnswered(() => markSent(db, mail.id, answer.messageId));
}

/** Of a database that is away, its own watch tells. */
function tellCause({ log }: MailDelivery, { id, kind }: OpenedMail, error: unknown): void {
  if (!(error instanceof MailFailure) || error.cause === undefined || isAway(error.cause)) return;
  log.error({ err: error.cause, mailId: id, kind }, 'mail could not be put together');
}

/** A mail that was tried as often as is sensible; its history keeps the last reason. */
export async function abandonMail({ db }: Pick<MailDelivery, 'db'>, mailId: number): Promise<void> {
  const waiting = await findWaitingMail(db, mailId);
  if (waiting) {
    const reason = `${waiting.reason ?? 'It could not be sent.'} Given up after a day.`;
    await markEnded(db, mailId, waiting.begunSecondsAgo === null ? 'failed' : 'unknown', reason);
  }
}

/**
 * At the start of the one process that may use an embedded database: whatever call was under way died with the process
 * before.
 */
export async function settleBrokenCalls({ db, providers }: MailDelivery): Promise<void> {
  for (const mail of await findBrokenCalls(db, -1)) {
    await settle(db, mail.id, providers[mail.provider].repeatable);
  }
}

/**
 * A job came for a mail that could not be claimed: it is done, or being called, or its call broke. Rejects when a
 * later try should look again.
 */
async function settleBrokenCall({ db, providers }: MailDelivery, mailId: number): Promise<void> {
  const waiting = await findWaitingMail(db, mailId);
  if (!waiting) return;
  const broken = waiting.begunSecondsAgo !== null && waiting.begunSecondsAgo > callSeconds;
  if (!broken || providers[waiting.provider].repeatable) throw new Error('Another worker has this mail');
  await settle(db, mailId, false);
}

const settle = (db: Database, mailId: number, repeatable: boolean) =>
  repeatable
    ? markNotTaken(db, mailId, 'Sending was interrupted.')
    : markEnded(db, mailId, 'unknown', 'Sending was interrupted. Check before you resend.');

const reasonOf = (error: unknown) =>
  error instanceof MailFailure ? error.message : 'The outbox could not be written.';
