import { eq } from 'drizzle-orm';
import { documentWithdrawn, fileMissing } from 'shared/rules/documentFaults';
import { isAttached } from 'shared/rules/mailAttachment';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { Settings } from '../settings/settings.ts';
import { newPasswordToken } from '../signing/tokens.ts';
import { type DocumentStorage, downloadNameOf } from '../storage/DocumentStorage.ts';
import type { OpenedMail } from './mailQueries.ts';
import { findPasswordChange, openPasswordLink, passwordChangedText, passwordLinkText } from './passwordMails.ts';
import {
  inTime,
  MailFailure,
  readingSeconds,
  streamInTime,
  type Attachment,
  type ReadyMail,
} from './providers/MailProvider.ts';
import { layOutMail } from './templates/letter.ts';
import { applicationAddress, mailText, type MailText, type OrderMailKind } from './templates/mailText.ts';

/** What putting a mail together needs. */
export interface MailMaking {
  db: Database;
  storage: DocumentStorage;
  settings: Pick<Settings, 'mail' | 'publicUrl' | 'staffUrl'>;
  /** The invoice of an order, for a mail of that kind. */
  attachInvoice: (db: Database, orderId: string) => Promise<Attachment>;
  /** How long a document may take. */
  readingMs?: number;
}

/** The mail as it goes out. */
export async function readyMail(making: MailMaking, mail: OpenedMail): Promise<ReadyMail> {
  const { text, replyTo, attachment } = isOfOrder(mail)
    ? await orderLetter(making, mail)
    : mail.kind === 'passwordChanged'
      ? await passwordChangedLetter(making, mail)
      : await linkLetter(making, mail);
  return {
    mailId: mail.id,
    orderId: mail.orderId,
    from: making.settings.mail.from,
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

async function orderLetter(making: MailMaking, mail: OrderMail): Promise<Written> {
  const { settings } = making;
  const { order } = mail;
  if (!order) throw new MailFailure('refused', 'The order is not there any more.');
  const attachment = await attachmentOf(making, mail);
  const text = mailText(mail.kind, order, { publicUrl: settings.publicUrl, attached: attachment !== null });
  return { text, replyTo: applicationAddress(mail.orderId, settings.mail.domain), attachment };
}

/** Each try has a token of its own: it stands in the mail and nowhere else, so the one of a try that failed is lost. */
async function linkLetter({ db, settings }: MailMaking, { id }: OpenedMail): Promise<Written> {
  const { token, digest } = newPasswordToken();
  const letter = await openPasswordLink(db, id, digest);
  if (!letter) throw new MailFailure('refused', 'A newer link was asked for, or the member has left.');
  return { text: passwordLinkText(letter, token, settings.staffUrl), replyTo: letter.by.email, attachment: null };
}

async function passwordChangedLetter({ db, settings }: MailMaking, { id }: OpenedMail): Promise<Written> {
  const change = await findPasswordChange(db, id);
  if (!change) throw new MailFailure('refused', 'The member has left.');
  return { text: passwordChangedText(change, settings.staffUrl), replyTo: settings.mail.from, attachment: null };
}

/** Null: there is nothing to take along. What has to be waited for must not hold one of the few such mails that go at once. */
async function attachmentOf(
  { readingMs = readingSeconds * 1000, ...making }: MailMaking,
  { kind, orderId, documentId }: OrderMail,
): Promise<Attachment | null> {
  const timeIsUp = AbortSignal.timeout(readingMs);
  if (kind === 'invoice') return inTime(making.attachInvoice(making.db, orderId), timeIsUp);
  return documentId === null ? null : attachDocument(making, documentId, timeIsUp);
}

/** Null: the document is too large to be taken along, and only linked. */
async function attachDocument(
  { db, storage }: Pick<MailMaking, 'db' | 'storage'>,
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

/** What an attachment needs of its document. */
async function findMailDocument(db: Database, documentId: number) {
  const [document] = await db
    .select({
      orderId: documents.orderId,
      file1: documents.file1,
      contentType: documents.contentType,
      storageKey: documents.storageKey,
      size: documents.size,
      withdrawnAt: documents.withdrawnAt,
    })
    .from(documents)
    .where(eq(documents.id, documentId));
  return document ?? null;
}
