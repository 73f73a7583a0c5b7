import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Database } from '../db/database.ts';
import { downloadNameOf } from '../documents/documentName.ts';
import type { DocumentStorage } from '../documents/storage/DocumentStorage.ts';
import type { Settings } from '../settings.ts';
import { applicationAddress } from './applicationAddress.ts';
import { layOutMail } from './layOutMail.ts';
import {
  claimMail,
  findBrokenCalls,
  findMailDocument,
  findMailOrder,
  findWaitingMail,
  markEnded,
  markNotTaken,
  markSent,
  type ClaimedMail,
} from './mailQueries.ts';
import { callSeconds } from './mailQueue.ts';
import { mailText } from './mailText.ts';
import { MailFailure, type ReadyMail } from './providers/MailProvider.ts';
import type { MailProviders } from './providers/openMailProviders.ts';

/** What delivering a mail needs. */
export interface MailDelivery {
  db: Database;
  storage: DocumentStorage;
  providers: MailProviders;
  settings: Pick<Settings, 'mail' | 'publicUrl'>;
}

const unanswered = 'The provider did not answer. Check before you resend.';

/**
 * Takes one mail of the history to its provider, at most once: the call is noted before it is made, and a call that was
 * noted and never answered is not repeated but told as unknown, unless repeating does no harm. Throws when the mail is
 * to be tried again later.
 */
export async function deliverMail(delivery: MailDelivery, mailId: number): Promise<void> {
  const { db, settings, providers } = delivery;
  const mail = await claimMail(db, mailId, `<${randomUUID()}@${settings.mail.domain}>`);
  if (!mail) return settleBrokenCall(delivery, mailId);
  try {
    const ready = await readyMail(delivery, mail);
    const { messageId } = await providers[mail.provider].send(ready);
    await markSent(db, mail.id, messageId ?? mail.messageId);
  } catch (error) {
    if (error instanceof MailFailure && error.outcome === 'refused') {
      await markEnded(db, mail.id, 'failed', error.message);
    } else if (error instanceof MailFailure || providers[mail.provider].repeatable) {
      await markNotTaken(db, mail.id, reasonOf(error));
      throw error;
    } else {
      await markEnded(db, mail.id, 'unknown', unanswered);
    }
  }
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

/** A job came for a mail that could not be claimed: it is done, or being called, or its call broke. */
async function settleBrokenCall({ db, providers }: MailDelivery, mailId: number) {
  const waiting = await findWaitingMail(db, mailId);
  if (!waiting) return;
  if (waiting.begunSecondsAgo !== null && waiting.begunSecondsAgo > callSeconds) {
    const { repeatable } = providers[waiting.provider];
    await settle(db, mailId, repeatable);
    if (!repeatable) return;
  }
  throw new Error('Another worker has this mail');
}

const settle = (db: Database, mailId: number, repeatable: boolean) =>
  repeatable
    ? markNotTaken(db, mailId, 'Sending was interrupted.')
    : markEnded(db, mailId, 'unknown', 'Sending was interrupted. Check before you resend.');

const reasonOf = (error: unknown) =>
  error instanceof MailFailure ? error.message : 'The outbox could not be written.';

/** The mail as it goes out. Whatever fails here fails before the provider's call, so no mail is out. */
async function readyMail(delivery: MailDelivery, mail: ClaimedMail): Promise<ReadyMail> {
  try {
    return await putTogether(delivery, mail);
  } catch (error) {
    throw error instanceof MailFailure ? error : new MailFailure('notTaken', 'The mail could not be put together.');
  }
}

async function putTogether({ db, storage, settings }: MailDelivery, mail: ClaimedMail): Promise<ReadyMail> {
  const order = await findMailOrder(db, mail.orderId);
  if (!order) throw new MailFailure('refused', 'The order is not there any more.');
  const text = mailText(mail.kind, order, settings);
  return {
    mailId: mail.id,
    orderId: mail.orderId,
    from: settings.mail.from,
    to: mail.recipient,
    replyTo: applicationAddress(mail.orderId, settings.mail.domain),
    messageId: mail.messageId,
    subject: text.subject,
    ...layOutMail(text),
    attachment: mail.documentId === null ? null : await attachmentOf(db, storage, mail.documentId),
  };
}

async function attachmentOf(db: Database, storage: DocumentStorage, documentId: number) {
  const document = await findMailDocument(db, documentId);
  const stream = document && (await storage.get(document.storageKey));
  if (!document || !stream) throw new MailFailure('refused', 'The document is not in the storage any more.');
  return { fileName: downloadNameOf(document), contentType: document.contentType, content: await buffer(stream) };
}
