import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { documentFileMissing, documentWithdrawn } from 'shared/rules/documentFaults';
import { isAttached } from 'shared/rules/mailAttachment';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/DatabaseUnavailableError.ts';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { Settings } from '../settings/settings.ts';
import { type DocumentStorage, downloadNameOf } from '../storage/DocumentStorage.ts';
import {
  findInterruptedCalls,
  findWaitingMail,
  markEnded,
  markForRetry,
  markNotRendered,
  markSent,
  type LoadedMail,
  type mailStatements,
} from './mailQueries.ts';
import { memberLetter } from './passwordMails.ts';
import {
  interruptedAfterSeconds,
  MailFailure,
  rejectOnAbort,
  renderTimeoutSeconds,
  type Attachment,
  type MailProviders,
  type ProviderCall,
  type RenderedMail,
} from './providers/MailProvider.ts';
import { layOutMail } from './templates/letter.ts';
import { applicationAddress, mailText, type OrderMailKind } from './templates/mailText.ts';

export interface MailDelivery {
  db: Database;
  storage: DocumentStorage;
  settings: Pick<Settings, 'mail' | 'publicUrl' | 'staffUrl'>;
  attachInvoice: (db: Database, orderId: string) => Promise<Attachment>;
  providers: MailProviders;
  rateLimiters: Readonly<Record<MailServiceProvider, ReturnType<typeof providerRateLimiter>>>;
  statements: ReturnType<typeof mailStatements>;
  log: Pick<FastifyBaseLogger, 'error'>;
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
      const isTooMany = error instanceof MailFailure && error.outcome === 'tooMany';
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
  // A mail that takes longer would hold up those behind it.
  const ended = AbortSignal.any([stopped, AbortSignal.timeout(renderTimeoutSeconds * 1000)]);
  try {
    const ready = renderMail(delivery, mail, ended).then((letter) => providers[mail.provider].prepare(letter));
    return await rejectOnAbort(ready, ended);
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

async function renderMail(delivery: MailDelivery, mail: LoadedMail, ended: AbortSignal): Promise<RenderedMail> {
  const { text, replyTo, attachment } = isOfOrder(mail)
    ? await orderLetter(delivery, mail, ended)
    : { ...(await memberLetter(delivery, mail)), attachment: null };
  return {
    mailId: mail.id,
    orderId: mail.orderId,
    from: delivery.settings.mail.from,
    to: mail.recipient,
    replyTo,
    messageId: mail.messageId,
    subject: text.subject,
    ...layOutMail(text),
    attachment,
  };
}

type OrderMail = LoadedMail & { orderId: string; kind: OrderMailKind };

const isOfOrder = (mail: LoadedMail): mail is OrderMail => mail.orderId !== null;

async function orderLetter(delivery: MailDelivery, mail: OrderMail, ended: AbortSignal) {
  const { db, settings, attachInvoice } = delivery;
  const { order, orderId, kind, documentId } = mail;
  if (!order) throw new MailFailure('refused', 'The order no longer exists.');
  const attachment =
    kind === 'invoice'
      ? await attachInvoice(db, orderId)
      : documentId === null
        ? null
        : await attachDocument(delivery, documentId, ended);
  const text = mailText(kind, order, { publicUrl: settings.publicUrl, attached: attachment !== null });
  return { text, replyTo: applicationAddress(orderId, settings.mail.domain), attachment };
}

/** Null if the document is too large to attach. The mail then only links to it. */
async function attachDocument(
  { db, storage }: MailDelivery,
  documentId: number,
  ended: AbortSignal,
): Promise<Attachment | null> {
  const [document] = await db.select().from(documents).where(eq(documents.id, documentId));
  if (document?.withdrawnAt) throw new MailFailure('refused', documentWithdrawn);
  if (!document || (await storage.head(document.storageKey)) === null) throw documentGone();
  if (!isAttached(document.size)) return null;
  const stream = await storage.get(document.storageKey);
  if (!stream) throw documentGone();
  const content = await buffer(addAbortSignal(ended, stream));
  return { filename: downloadNameOf(document), contentType: document.contentType, content };
}

const documentGone = () => new MailFailure('refused', documentFileMissing);

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
    if (failure?.outcome === 'tooMany') rateLimiter.pause(failure.retryAfterSeconds);
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
