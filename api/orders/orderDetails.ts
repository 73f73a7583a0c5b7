import type { FastifyBaseLogger } from 'fastify';
import { unanswered, type OrderDetails } from 'shared/api/orderDetails';
import { remarkTime } from 'shared/format/dates';
import type { Database } from '../db/database.ts';
import { signFileGrant } from '../signing/fileGrant.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { readOrder, type ReadOrder } from './detailQueries.ts';
import { toRow } from './lists/rowSql.ts';
import { readChoices } from './readChoices.ts';

interface Reader {
  member: Pick<Member, 'id'>;
  /** Signs the links to the documents. */
  secret: Uint8Array;
  maxUploadMb: number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** One order whole, with its histories, newest first (rules 9.9). No such order: 404. */
export async function orderDetails(db: Database, orderId: string, { member, secret, maxUploadMb, log }: Reader) {
  const order = await readOrder(db, orderId);
  if (!order) throw new Refusal(404, 'Order not found');
  const { assigned_to, declaration, uploadDoc, remarks, customerMessages, ...read } = order;
  const data: OrderDetails = {
    ...read,
    ...toRow(read),
    assigned_to_me: assigned_to === member.id,
    upload_limit_mb: maxUploadMb,
    ...unanswered,
    ...readChoices(declaration, (field) => log.warn({ orderId, field }, 'an answer is no list that can be read')),
    uploadDoc: await Promise.all(uploadDoc.map((document) => withGrant(document, secret))),
    remarks: remarks.map((remark) => ({ ...remark, ...remarkTime(new Date(remark.created_at)) })),
    customerMessages: await Promise.all(customerMessages.map((message) => withFileGrant(message, secret))),
  };
  return { message: 'Order details', data };
}

const withGrant = async <F extends { file1: string }>(file: F, secret: Uint8Array): Promise<F & { grant: string }> => ({
  ...file,
  grant: await signFileGrant(secret, { file1: file.file1 }),
});

const withFileGrant = async (message: ReadOrder['customerMessages'][number], secret: Uint8Array) => ({
  ...message,
  file: message.file && (await withGrant(message.file, secret)),
});
