import type { FastifyBaseLogger } from 'fastify';
import { documentWithdrawn, fileMissing } from 'shared/rules/documentFaults';
import { isAttached } from 'shared/rules/mailAttachment';
import { isAway } from '../db/DatabaseAway.ts';
import type { Database } from '../db/database.ts';
import { downloadNameOf } from '../storage/documentName.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import type { Settings } from '../settings/settings.ts';
import { newPasswordToken } from '../signing/passwordToken.ts';
import { applicationAddress } from './applicationAddress.ts';
import { untilAnswered } from '../db/untilAnswered.ts';
import { callSeconds, readingSeconds } from './providers/callTimes.ts';
import { layOutMail } from './layOutMail.ts';
import {
  claimMails,
  findBrokenCalls,
  findMailDocument,
  findMailOrders,
  findWaitingMail,
  markEnded,
  markInOutbox,
  markNotTaken,
  markSent,
  type ClaimedMail,
  type OrderMailKind,
} from './mailQueries.ts';
import { mailText, type MailOrder, type MailText } from './mailText.ts';
import { openPasswordLink } from './passwordLinkQueries.ts';
import { passwordLinkText } from './passwordLinkText.ts';
import { inTime, streamInTime } from './inTime.ts';
import { beforeTheCall } from './providers/beforeTheCall.ts';
import { MailFailure, type Attachment, type ReadyMail } from './providers/MailProvider.ts';
import type { MailProviders } from './providers/openMailProviders.ts';

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

/** What became of a mail that was delivered. */
export interface Delivered {
  /** Why it is to be tried again later; null: it is done with, sent or not. */
  again: Error | null;
  /** How many calls were begun for it so far. */
  calls: number;
}

const unanswered = 'The provider did not answer. Check before you resend.';

/**
 * Takes mails of the history to their provider, all at once and each at most once: the calls are noted before they are
 * made, and a call that was noted and never answered is not repeated but told as unknown, unless repeating does no harm.
 * Answers in the order of the ids.
 */
export async function deliverMails(delivery: MailDelivery, mailIds: readonly number[]): Promise<Delivered[]> {
  const { db, settings, providers } = delivery;
  const claimed = await claimMails(db, mailIds, settings.mail.domain);
  const orders = findMailOrders(
    db,
    Array.from(claimed.values(), ({ orderId }) => orderId).filter((orderId) => orderId !== null),
  );
  // It fails for each mail that needs it, and for none that does not.
  orders.catch(() => undefined);
  const written: number[] = [];
  const delivered = await Promise.all(
    mailIds.map(async (mailId): Promise<Delivered> => {
      const mail = claimed.get(mailId);
      if (!mail) return { again: await settleBrokenCall(delivery, mailId), calls: 0 };
      const again = await deliver(delivery, mail, orders, async (messageId) => {
        // What may be repeated is marked together: one statement for many, and a crash before it does no harm.
        if (providers[mail.provider].repeatable) written.push(mail.id);
        else await untilAnswered(() => markSent(db, [mail.id], messageId));
      });
      return { again, calls: mail.attempts };
    }),
  );
  if (written.length) await untilAnswered(() => markInOutbox(db, written));
  return delivered;
}

/** Answers why the mail is to be tried again. What is known of it is written, however long the database is away. */
async function deliver(
  delivery: MailDelivery,
  mail: ClaimedMail,
  orders: Promise<Map<string, MailOrder>>,
  sent: (messageId: string | null) => Promise<void>,
): Promise<Error | null> {
  const { db, providers } = delivery;
  let answer: { messageId: string | null };
  try {
    const ready = await beforeTheCall(() => readyMail(delivery, mail, orders));
    answer = await providers[mail.provider].send(ready);
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
function tellCause({ log }: MailDelivery, { id, kind }: ClaimedMail, error: unknown): void {
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
  if (waiting.begunSecondsAgo !== null && waiting.begunSecondsAgo > callSeconds) {
    const { repeatable } = providers[waiting.provider];
    await settle(db, mailId, repeatable);
    if (!repeatable) return null;
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
  mail: ClaimedMail,
  orders: Promise<Map<string, MailOrder>>,
): Promise<ReadyMail> {
  const { text, replyTo, attachment } = isOfOrder(mail)
    ? await orderLetter(delivery, mail, orders)
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

type OrderMail = ClaimedMail & { orderId: string; kind: OrderMailKind };

const isOfOrder = (mail: ClaimedMail): mail is OrderMail => mail.orderId !== null;

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
async function linkLetter({ db, settings }: MailDelivery, { id }: ClaimedMail): Promise<Written> {
  const { token, digest } = newPasswordToken();
  const letter = await openPasswordLink(db, id, digest);
  if (!letter) throw new MailFailure('refused', 'A newer link was asked for, or the member has left.');
  return { text: passwordLinkText(letter, token, settings.staffUrl), replyTo: letter.by.email, attachment: null };
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
