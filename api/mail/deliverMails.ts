import type { FastifyBaseLogger } from 'fastify';
import { mailProviders } from 'shared/api/fields';
import { documentWithdrawn, fileMissing } from 'shared/rules/documentFaults';
import { isAttached } from 'shared/rules/mailAttachment';
import { isAway, untilAnswered } from '../db/DatabaseAway.ts';
import type { Database } from '../db/database.ts';
import { type DocumentStorage, downloadNameOf } from '../storage/DocumentStorage.ts';
import type { Settings } from '../settings/settings.ts';
import { newPasswordToken } from '../signing/tokens.ts';
import {
  claimMails,
  findBrokenCalls,
  findMailDocument,
  findMailOrders,
  findWaitingMail,
  markEnded,
  markInOutbox,
  markNotCalled,
  markNotTaken,
  markSent,
  openMails,
  type OpenedMail,
} from './mailQueries.ts';
import { findPasswordChange, passwordChangedText } from './passwordChangedMail.ts';
import { openPasswordLink } from './passwordLinkQueries.ts';
import { passwordLinkText } from './passwordLinkText.ts';
import { inTime, streamInTime } from './providers/inTime.ts';
import {
  beforeTheCall,
  callSeconds,
  MailFailure,
  readingSeconds,
  type Attachment,
  type ProviderCall,
  type ReadyMail,
} from './providers/MailProvider.ts';
import type { MailProviders } from './providers/openMailProviders.ts';
import { layOutMail } from './templates/letter.ts';
import {
  applicationAddress,
  mailText,
  type MailOrder,
  type MailText,
  type OrderMailKind,
} from './templates/mailText.ts';

/** What delivering a mail needs. */
export interface MailDelivery {
  db: Database;
  storage: DocumentStorage;
  providers: MailProviders;
  settings: Pick<Settings, 'mail' | 'publicUrl' | 'staffUrl'>;
  /** The invoice of an order, for a mail of that kind. */
  attachInvoice: (db: Database, orderId: string) => Promise<Attachment>;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** How long a document may take. */
  readingMs?: number;
}

/** The result of a job's mail. */
export interface Delivered {
  /** The error to retry after; `stopped`: a stop came before its call; null: finished, sent or not. */
  again: Error | 'stopped' | null;
  /** How many calls were begun for it so far. */
  calls: number;
}

const unanswered = 'The provider did not answer. Check before you resend.';

/**
 * Takes mails of the history to their provider, all at once and each at most once. A mail is put together first and
 * claimed last, right before its call: a claimed mail whose call was never answered is not repeated but marked unknown,
 * unless repeating does no harm. Once `stopped`, no mail is claimed. Returns the results in the order of the ids.
 */
export async function deliverMails(
  delivery: MailDelivery,
  mailIds: readonly number[],
  stopped: AbortSignal = new AbortController().signal,
): Promise<Delivered[]> {
  const results = new Map<number, Delivered>();
  const calls = await prepareCalls(delivery, new Set(mailIds), stopped, results);
  if (stopped.aborted) {
    for (const { mail } of calls) results.set(mail.id, { again: 'stopped', calls: mail.attempts });
  } else if (calls.length) {
    await makeCalls(delivery, calls, results);
  }
  return mailIds.map((id) => results.get(id)!);
}

interface PreparedCall {
  mail: OpenedMail;
  call: ProviderCall;
}

/** Puts the mails together. `results` gets those that cannot be sent now. */
async function prepareCalls(
  delivery: MailDelivery,
  mailIds: ReadonlySet<number>,
  stopped: AbortSignal,
  results: Map<number, Delivered>,
): Promise<PreparedCall[]> {
  const { db, settings, providers } = delivery;
  const repeatable = mailProviders.filter((name) => providers[name].repeatable);
  const opened = await untilAnswered(
    () => openMails(db, [...mailIds], { mailDomain: settings.mail.domain, repeatable }),
    stopped,
  );
  const orders = findMailOrders(
    db,
    Array.from(opened.values(), ({ orderId }) => orderId).filter((orderId) => orderId !== null),
  );
  // It fails for each mail that needs it, and for none that does not.
  orders.catch(() => undefined);
  const prepared = await Promise.all(
    Array.from(mailIds, async (mailId) => {
      const mail = opened.get(mailId);
      if (!mail) {
        results.set(mailId, { again: await settleBrokenCall(delivery, mailId), calls: 0 });
        return [];
      }
      try {
        const ready = readyMail(delivery, mail, orders).then((letter) => providers[mail.provider].prepare(letter));
        const call = await beforeTheCall(() => inTime(ready, stopped));
        return [{ mail, call }];
      } catch (error) {
        const again = stopped.aborted ? 'stopped' : await noteNotCalled(delivery, mail, error as MailFailure);
        results.set(mailId, { again, calls: mail.attempts });
        return [];
      }
    }),
  );
  return prepared.flat();
}

/** Records why a mail could not be put together. Returns the error to retry after, or null. */
async function noteNotCalled(delivery: MailDelivery, mail: OpenedMail, failure: MailFailure): Promise<Error | null> {
  tellCause(delivery, mail, failure);
  const refused = failure.outcome === 'refused';
  await untilAnswered(() => markNotCalled(delivery.db, mail.id, refused ? 'failed' : 'queued', failure.message));
  return refused ? null : failure;
}

/** Claims the mails in one statement and calls their providers. */
async function makeCalls(
  delivery: MailDelivery,
  calls: readonly PreparedCall[],
  results: Map<number, Delivered>,
): Promise<void> {
  const { db, providers } = delivery;
  const attempts = await claimMails(
    db,
    calls.map(({ mail }) => mail.id),
  );
  const written: number[] = [];
  await Promise.all(
    calls.map(async ({ mail, call }) => {
      if (!attempts.has(mail.id)) {
        results.set(mail.id, { again: await settleBrokenCall(delivery, mail.id), calls: mail.attempts });
        return;
      }
      const again = await makeCall(delivery, mail, call, async (messageId) => {
        // What may be repeated is marked together: one statement for many, and a crash before it does no harm.
        if (providers[mail.provider].repeatable) written.push(mail.id);
        else await untilAnswered(() => markSent(db, [mail.id], messageId));
      });
      results.set(mail.id, { again, calls: attempts.get(mail.id)! });
    }),
  );
  if (written.length) await untilAnswered(() => markInOutbox(db, written));
}

/** Returns the error to retry after, or null. Records the result even if the database is away for long. */
async function makeCall(
  delivery: MailDelivery,
  mail: OpenedMail,
  call: ProviderCall,
  sent: (messageId: string | null) => Promise<void>,
): Promise<Error | null> {
  const { db, providers } = delivery;
  let answer: { messageId: string | null };
  try {
    answer = await call();
  } catch (error) {
    tellCause(delivery, mail, error);
    if (error instanceof MailFailure && error.outcome === 'refused') {
      await untilAnswered(() => markEnded(db, mail.id, 'failed', error.message));
      return null;
    }
    if (error instanceof MailFailure || providers[mail.provider].repeatable) {
      await untilAnswered(() => markNotTaken(db, mail.id, reasonOf(error)));
      return error as Error;
    }
    await untilAnswered(() => markEnded(db, mail.id, 'unknown', unanswered));
    return null;
  }
  await sent(answer.messageId);
  return null;
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
 * A job came for a mail that could not be claimed: it is done, or being called, or its call broke. Answers why it is to
 * be tried again.
 */
async function settleBrokenCall({ db, providers }: MailDelivery, mailId: number): Promise<Error | null> {
  const waiting = await findWaitingMail(db, mailId);
  if (!waiting) return null;
  const broken = waiting.begunSecondsAgo !== null && waiting.begunSecondsAgo > callSeconds;
  if (broken && !providers[waiting.provider].repeatable) {
    await settle(db, mailId, false);
    return null;
  }
  return new Error('Another worker has this mail');
}

const settle = (db: Database, mailId: number, repeatable: boolean) =>
  repeatable
    ? markNotTaken(db, mailId, 'Sending was interrupted.')
    : markEnded(db, mailId, 'unknown', 'Sending was interrupted. Check before you resend.');

const reasonOf = (error: unknown) =>
  error instanceof MailFailure ? error.message : 'The outbox could not be written.';

/** The mail as it goes out. */
async function readyMail(
  delivery: MailDelivery,
  mail: OpenedMail,
  orders: Promise<Map<string, MailOrder>>,
): Promise<ReadyMail> {
  const { text, replyTo, attachment } = isOfOrder(mail)
    ? await orderLetter(delivery, mail, orders)
    : mail.kind === 'passwordChanged'
      ? await passwordChangedLetter(delivery, mail)
      : await linkLetter(delivery, mail);
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

/** What a mail says, whom an answer goes to, and what it takes along. */
interface Written {
  text: MailText;
  replyTo: string;
  attachment: Attachment | null;
}

type OrderMail = OpenedMail & { orderId: string; kind: OrderMailKind };

const isOfOrder = (mail: OpenedMail): mail is OrderMail => mail.orderId !== null;

async function orderLetter(
  delivery: MailDelivery,
  mail: OrderMail,
  orders: Promise<Map<string, MailOrder>>,
): Promise<Written> {
  const { settings } = delivery;
  const order = (await orders).get(mail.orderId);
  if (!order) throw new MailFailure('refused', 'The order is not there any more.');
  const attachment = await attachmentOf(delivery, mail);
  const text = mailText(mail.kind, order, { publicUrl: settings.publicUrl, attached: attachment !== null });
  return { text, replyTo: applicationAddress(mail.orderId, settings.mail.domain), attachment };
}

/** Each try has a token of its own: it stands in the mail and nowhere else, so the one of a try that failed is lost. */
async function linkLetter({ db, settings }: MailDelivery, { id }: OpenedMail): Promise<Written> {
  const { token, digest } = newPasswordToken();
  const letter = await openPasswordLink(db, id, digest);
  if (!letter) throw new MailFailure('refused', 'A newer link was asked for, or the member has left.');
  return { text: passwordLinkText(letter, token, settings.staffUrl), replyTo: letter.by.email, attachment: null };
}

async function passwordChangedLetter({ db, settings }: MailDelivery, { id }: OpenedMail): Promise<Written> {
  const change = await findPasswordChange(db, id);
  if (!change) throw new MailFailure('refused', 'The member has left.');
  return { text: passwordChangedText(change, settings.staffUrl), replyTo: settings.mail.from, attachment: null };
}

/** Null: there is nothing to take along. What has to be waited for must not hold one of the few such mails that go at once. */
async function attachmentOf(
  { readingMs = readingSeconds * 1000, ...delivery }: MailDelivery,
  { kind, orderId, documentId }: OrderMail,
): Promise<Attachment | null> {
  const timeIsUp = AbortSignal.timeout(readingMs);
  if (kind === 'invoice') return inTime(delivery.attachInvoice(delivery.db, orderId), timeIsUp);
  return documentId === null ? null : attachDocument(delivery, documentId, timeIsUp);
}

/** Null: the document is too large to be taken along, and only linked. */
async function attachDocument(
  { db, storage }: Pick<MailDelivery, 'db' | 'storage'>,
  documentId: number,
  timeIsUp: AbortSignal,
): Promise<Attachment | null> {
  const document = await findMailDocument(db, documentId);
  if (document?.withdrawnAt) throw new MailFailure('refused', documentWithdrawn);
  if (!document || (await inTime(storage.head(document.storageKey), timeIsUp)) === null) throw documentGone();
  if (!isAttached(document.size)) return null;
  return {
    fileName: downloadNameOf(document),
    contentType: document.contentType,
    open: async () => {
      const stream = await streamInTime(storage.get(document.storageKey), timeIsUp);
      if (!stream) throw documentGone();
      return stream;
    },
  };
}

const documentGone = () => new MailFailure('refused', fileMissing);
