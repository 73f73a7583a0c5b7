import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { documentWithdrawn, documentFileMissing } from 'shared/rules/documentFaults';
import { isAttached } from 'shared/rules/mailAttachment';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import type { Settings } from '../settings/settings.ts';
import { type DocumentStorage, downloadNameOf } from '../storage/DocumentStorage.ts';
import type { LoadedMail } from './mailQueries.ts';
import { memberLetter } from './passwordMails.ts';
import {
  rejectOnAbort,
  MailFailure,
  renderTimeoutSeconds,
  type Attachment,
  type RenderedMail,
} from './providers/MailProvider.ts';
import { layOutMail } from './templates/letter.ts';
import { applicationAddress, mailText, type OrderMailKind } from './templates/mailText.ts';

export interface RenderContext {
  db: Database;
  storage: DocumentStorage;
  settings: Pick<Settings, 'mail' | 'publicUrl' | 'staffUrl'>;
  attachInvoice: (db: Database, orderId: string) => Promise<Attachment>;
}

export async function renderMail(making: RenderContext, mail: LoadedMail): Promise<RenderedMail> {
  const { text, replyTo, attachment } = isOfOrder(mail)
    ? await orderLetter(making, mail)
    : { ...(await memberLetter(making, mail)), attachment: null };
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

type OrderMail = LoadedMail & { orderId: string; kind: OrderMailKind };

const isOfOrder = (mail: LoadedMail): mail is OrderMail => mail.orderId !== null;

async function orderLetter(making: RenderContext, mail: OrderMail) {
  const { settings } = making;
  const { order } = mail;
  if (!order) throw new MailFailure('refused', 'The order no longer exists.');
  const attachment = await attachmentOf(making, mail);
  const text = mailText(mail.kind, order, { publicUrl: settings.publicUrl, attached: attachment !== null });
  return { text, replyTo: applicationAddress(mail.orderId, settings.mail.domain), attachment };
}

/** Null if the mail has no attachment. Has a time limit, because a slow attachment delays other mails that have one. */
async function attachmentOf(
  making: RenderContext,
  { kind, orderId, documentId }: OrderMail,
): Promise<Attachment | null> {
  const timeIsUp = AbortSignal.timeout(renderTimeoutSeconds * 1000);
  if (kind === 'invoice') return rejectOnAbort(making.attachInvoice(making.db, orderId), timeIsUp);
  return documentId === null ? null : rejectOnAbort(attachDocument(making, documentId, timeIsUp), timeIsUp);
}

/** Null if the document is too large to attach. The mail then only links to it. */
async function attachDocument(
  { db, storage }: Pick<RenderContext, 'db' | 'storage'>,
  documentId: number,
  timeIsUp: AbortSignal,
): Promise<Attachment | null> {
  const [document] = await db.select().from(documents).where(eq(documents.id, documentId));
  if (document?.withdrawnAt) throw new MailFailure('refused', documentWithdrawn);
  if (!document || (await storage.head(document.storageKey)) === null) throw documentGone();
  if (!isAttached(document.size)) return null;
  const stream = await storage.get(document.storageKey);
  if (!stream) throw documentGone();
  const content = await buffer(addAbortSignal(timeIsUp, stream));
  return { fileName: downloadNameOf(document), contentType: document.contentType, content };
}

const documentGone = () => new MailFailure('refused', documentFileMissing);
