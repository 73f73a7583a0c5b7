import type { FastifyBaseLogger } from 'fastify';
import { unanswered, type OrderDetails } from 'shared/api/orderDetails';
import { remarkTime } from 'shared/format/dates';
import type { Database } from '../db/database.ts';
import { signFileGrant } from '../signing/fileGrant.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { documentsOf, findDownloads, mailsOf } from './detailQueries.ts';
import { toRow } from './lists/rowSql.ts';
import { findOrder } from './orderQueries.ts';
import { readChoices } from './readChoices.ts';
import { remarksOf } from './remarkQueries.ts';

type MailRow = Awaited<ReturnType<typeof mailsOf>>[number];
type DocumentRow = Awaited<ReturnType<typeof documentsOf>>[number];
type DownloadRow = Awaited<ReturnType<typeof findDownloads>>['rows'][number];
type RemarkRow = Awaited<ReturnType<typeof remarksOf>>[number];

interface Reader {
  member: Pick<Member, 'id'>;
  /** Signs the links to the documents. */
  secret: Uint8Array;
  maxUploadMb: number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** One order whole, with its histories, newest first (rules 9.9). No such order: 404. */
export async function orderDetails(db: Database, orderId: string, { member, secret, maxUploadMb, log }: Reader) {
  const order = await findOrder(db, orderId);
  if (!order) throw new Refusal(404, 'Order not found');
  const [mails, documents, downloads, remarks] = await Promise.all([
    mailsOf(db, orderId),
    documentsOf(db, orderId),
    findDownloads(db, orderId),
    remarksOf(db, orderId),
  ]);
  const data: OrderDetails = {
    ...toRow(order.row),
    confirm_email: order.confirmEmail,
    transaction_id: order.transactionId,
    merchant_name: order.merchantName,
    processing_mode: order.processingMode,
    landing_domain: order.landingDomain,
    processed_by: order.processorName,
    assigned_to_me: order.assignedTo === member.id,
    version: order.version,
    upload_limit_mb: maxUploadMb,
    ...unanswered,
    ...readChoices(order.declaration, (field) => log.warn({ orderId, field }, 'an answer is no list that can be read')),
    mailHistory: mails.map(toMailEntry),
    uploadDoc: await Promise.all(documents.map((document) => toUploadedDocument(document, secret))),
    downloadHistory: downloads.rows.map(toDownloadEntry),
    downloadTotal: downloads.total,
    remarks: remarks.map(toRemarkEntry),
  };
  return { message: 'Order details', data };
}

function toMailEntry({ mail, file1, askedBy }: MailRow): OrderDetails['mailHistory'][number] {
  return {
    id: mail.id,
    order_id: mail.orderId,
    create_ts: mail.createdAt.toISOString(),
    kind: mail.kind,
    recipient: mail.recipient,
    state: mail.state,
    due_at: mail.dueAt?.toISOString() ?? null,
    reason: mail.reason,
    message_id: mail.messageId,
    sent_by: askedBy,
    uploadDoc: { file1, mail_service_provider: mail.provider },
  };
}

async function toUploadedDocument(
  document: DocumentRow,
  secret: Uint8Array,
): Promise<OrderDetails['uploadDoc'][number]> {
  return {
    file1: document.file1,
    customer_name: document.customerName,
    original_name: document.originalName,
    content_type: document.contentType,
    size: document.size,
    created_at: document.createdAt.toISOString(),
    warnings: document.warnings,
    grant: await signFileGrant(secret, { file1: document.file1 }),
  };
}

function toDownloadEntry(download: DownloadRow): OrderDetails['downloadHistory'][number] {
  return {
    order_id: download.orderId,
    create_ts: download.createTs.toISOString(),
    ip: download.ip,
    timezone: download.timezone,
  };
}

function toRemarkEntry({ remark, author }: RemarkRow): OrderDetails['remarks'][number] {
  return {
    id: remark.id,
    order_id: remark.orderId,
    ...remarkTime(remark.createdAt),
    created_at: remark.createdAt.toISOString(),
    remark_name: author ?? 'Arrival Desk',
    remark: remark.remark,
    whatsapp: remark.whatsapp,
    telephone: remark.telephone,
    status_refund: remark.statusRefund,
    voided: remark.voided,
    chargeback: remark.chargeback,
    report_error: remark.reportError,
  };
}
