import { type Column, type SQL, and, desc, eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import {
  type CustomerMessageEntry,
  type DeclarationAnswers,
  type OrderDetails,
  type RemarkEntry,
  type StoredDeclaration,
  type UploadedDocument,
  choiceLists,
  declarationAnswers,
} from 'shared/api/orderDetails';
import { readChoiceList } from 'shared/declaration/choices';
import { remarkTime } from 'shared/format/dates';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Database } from '../db/database.ts';
import { isoText } from '../db/schema/columns.ts';
import { prepareRead } from '../db/prepareRead.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages, remarks } from '../db/schema/remarks.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Member } from '../http/session.ts';
import { signFileGrant } from '../signing/tokens.ts';
import { messageKind } from './messages.ts';
import { answeredColumns, readColumns, type ReadRow, toRow } from './lists/listSql.ts';

/** Defaults for the answers that an order does not store: null, or an empty list. */
export const emptyAnswers = Object.fromEntries(
  Object.entries(declarationAnswers.entries).map(([name, answer]) => [name, answer.type === 'nullable' ? null : []]),
) as unknown as DeclarationAnswers;

interface Reader {
  member: Pick<Member, 'id'>;
  /** Signs the links to documents. */
  secret: Uint8Array;
  maxUploadMb: number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Rule 9.9. Throws 404. */
export async function orderDetails(db: Database, orderId: string, { member, secret, maxUploadMb, log }: Reader) {
  const [order] = await readOrder(db, { orderId });
  if (!order) throw new HttpError(404, 'Order not found.');
  const { assigned_to, declaration, uploadDoc, remarks, customerMessages, ...read } = order;
  const data: OrderDetails = {
    ...read,
    ...toRow(read),
    assigned_to_me: assigned_to === member.id,
    upload_limit_mb: maxUploadMb,
    ...emptyAnswers,
    ...readChoices(declaration, (field) => log.warn({ orderId, field }, 'an answer is not a readable list')),
    uploadDoc: await Promise.all(uploadDoc.map((document) => withGrant(document, secret))),
    remarks: remarks.map((remark) => ({ ...remark, ...remarkTime(new Date(remark.created_at)) })),
    customerMessages: await Promise.all(
      customerMessages.map(async ({ file, ...message }) => ({
        ...message,
        file: file && (await withGrant(file, secret)),
      })),
    ),
  };
  return { message: 'Order details', data };
}

const withGrant = async <F extends { file1: string }>(file: F, secret: Uint8Array): Promise<F & { grant: string }> => ({
  ...file,
  grant: await signFileGrant(secret, { file1: file.file1 }),
});

/** Named one by one, so that a new field of OrderDetails that is not selected is a type error. */
type SelectedFields =
  | 'confirm_email'
  | 'transaction_id'
  | 'merchant_name'
  | 'refund'
  | 'amount'
  | 'currency'
  | 'processing_mode'
  | 'landing_domain'
  | 'processed_by'
  | 'version'
  | 'mailHistory'
  | 'downloadHistory'
  | 'downloadTotal';

type ReadOrder = ReadRow &
  Pick<OrderDetails, SelectedFields> & {
    assigned_to: number | null;
    declaration: StoredDeclaration;
    uploadDoc: Omit<UploadedDocument, 'grant'>[];
    remarks: Omit<RemarkEntry, 'us_date' | 'us_time'>[];
    customerMessages: (Omit<CustomerMessageEntry, 'file'> & {
      file: Omit<NonNullable<CustomerMessageEntry['file']>, 'grant'> | null;
    })[];
  };

/** How many downloads and messages the page shows, newest first. */
const maxEntries = 100;

const ofOrder = sql`= ${orders.orderId}`;

/** JSON array of objects, newest first. */
const listOf = (fields: SQL, { from, newestBy }: { from: SQL; newestBy: Column }) => sql`(
  select coalesce(json_agg(entry order by ${newestBy} desc), '[]')
  from ${from} cross join lateral (select ${fields}) as entry
  where ${newestBy.table}.order_id ${ofOrder})`;

const mailEntries = listOf(
  sql`${mails.id}, ${mails.orderId}, ${isoText(mails.createdAt)} as create_ts, ${mails.kind}, ${mails.recipient},
    ${mails.state}, ${isoText(mails.dueAt)} as due_at, ${mails.reason}, ${mails.messageId}, ${members.name} as sent_by,
    json_build_object('file1', ${documents.file1}, 'mail_service_provider', ${mails.provider}) as "uploadDoc"`,
  {
    from: sql`${mails} left join ${documents} on ${documents.id} = ${mails.documentId}
      left join ${members} on ${members.id} = ${mails.askedBy}`,
    newestBy: mails.id,
  },
);

const uploadedDocuments = listOf(
  sql`${documents.file1}, ${documents.customerName}, ${documents.originalName}, ${documents.contentType}, ${documents.size},
    ${isoText(documents.createdAt)} as created_at, ${documents.warnings}, ${members.name} as uploaded_by,
    ${isoText(documents.withdrawnAt)} as withdrawn_at`,
  {
    from: sql`${documents} left join ${members} on ${members.id} = ${documents.uploadedBy}`,
    newestBy: documents.id,
  },
);

const newestOf = (table: PgTable, id: Column) => sql`(select * from ${table} where ${table}.order_id ${ofOrder}
  order by ${id} desc limit ${sql.raw(String(maxEntries))}) as ${table}`;

/** At most 99 until completion, because some bytes may be missing while others were sent twice. */
const sentPercent = sql<number>`case when ${downloads.completedAt} is not null then 100
  else least(99, ${downloads.bytesSent} * 100 / ${documents.size})::int end`;

const newestDownloads = listOf(
  sql`${downloads.orderId}, ${isoText(downloads.createTs)} as create_ts, ${downloads.ip}, ${downloads.timezone}, ${downloads.origin},
    ${sentPercent} as percent`,
  {
    from: sql`${newestOf(downloads, downloads.id)} join ${documents} on ${documents.id} = ${downloads.documentId}`,
    newestBy: downloads.id,
  },
);

const remarkEntries = listOf(
  sql`${remarks.id}, ${remarks.orderId}, ${isoText(remarks.createdAt)} as created_at,
    coalesce(${members.name}, 'Arrival Desk') as remark_name, ${remarks.remark}, ${remarks.whatsapp}, ${remarks.telephone},
    ${remarks.statusRefund}, ${remarks.voided}, ${remarks.chargeback}, ${remarks.reportError}`,
  {
    from: sql`${remarks} left join ${members} on ${members.id} = ${remarks.memberId}`,
    newestBy: remarks.id,
  },
);

const newestMessages = listOf(
  sql`${customerMessages.id}, ${customerMessages.orderId}, ${isoText(customerMessages.createdAt)} as create_ts,
    case when ${customerMessages.memberId} is null then 'customer' else 'staff' end as from, ${messageKind} as kind,
    ${members.name} as by, ${customerMessages.origin}, ${customerMessages.text}, case when ${customerMessages.file1} is not null then json_build_object(
      'file1', ${customerMessages.file1}, 'original_name', ${customerMessages.originalName},
      'content_type', ${customerMessages.contentType}, 'size', ${customerMessages.size}) end as file,
    ${isoText(customerMessages.withdrawnAt)} as withdrawn_at`,
  {
    from: sql`${newestOf(customerMessages, customerMessages.id)}
      left join ${members} on ${members.id} = ${customerMessages.memberId}`,
    newestBy: customerMessages.id,
  },
);

/** One prepared statement, because planning takes longer than running. */
const readOrder = prepareRead<ReadOrder>(sql`
  select ${answeredColumns(sql`listed`)}, ${orders.confirmEmail}, ${orders.transactionId}, ${orders.merchantName},
    ${orders.refund}, ${orders.amount}::text, ${orders.currency},
    ${orders.processingMode}, ${orders.landingDomain}, processor.name as processed_by, ${orders.assignedTo},
    ${orders.version}, ${orders.declaration}, ${mailEntries} as "mailHistory", ${uploadedDocuments} as "uploadDoc",
    ${newestDownloads} as "downloadHistory",
    (select count(*)::int from ${downloads} where ${downloads.orderId} ${ofOrder}) as "downloadTotal",
    ${remarkEntries} as remarks, ${newestMessages} as "customerMessages"
  from ${orders}
  cross join lateral (select ${readColumns}) as listed
  left join ${members} as assignee on assignee.id = ${orders.assignedTo}
  left join ${members} as processor on processor.id = ${orders.processedBy}
  where ${orders.orderId} = ${sql.placeholder('orderId')}`);

export async function findDownloads(db: Database, orderId: string, origin: AccessOrigin | null) {
  const { createTs, ip, browser, os, timezone, completedAt } = downloads;
  const wanted = and(eq(downloads.orderId, orderId), origin === null ? undefined : eq(downloads.origin, origin));
  const rows = await db
    .select({ createTs, ip, browser, os, timezone, completedAt, percent: sentPercent })
    .from(downloads)
    .innerJoin(documents, eq(documents.id, downloads.documentId))
    .where(wanted)
    .orderBy(desc(downloads.id))
    .limit(maxEntries);
  const total = rows.length < maxEntries ? rows.length : await db.$count(downloads, wanted);
  return { rows, total };
}

/** Lists may be JSON text (rule 10.2). An invalid list becomes empty, and its field is passed to `onUnreadable`. */
export function readChoices(
  stored: StoredDeclaration,
  onUnreadable: (field: string) => void,
): Partial<DeclarationAnswers> {
  const read: Partial<DeclarationAnswers> = {};
  for (const field of choiceLists) {
    const value = stored[field];
    if (value === undefined) continue;
    const list = readChoiceList(value);
    if (!list) onUnreadable(field);
    read[field] = list ?? [];
  }
  return { ...stored, ...read } as Partial<DeclarationAnswers>;
}
