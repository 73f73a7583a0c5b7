import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import { processMonth } from 'shared/format/dates';
import type { OrderRow } from 'shared/api/orderRow';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import type { Action } from 'shared/rules/permissions';
import type { Database } from '../db/connect.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Member } from '../http/session.ts';
import { countFolder } from './countQueries.ts';
import { listPage, type ListedOrder } from './orderQueries.ts';

/** One page of a folder. A page past the end is empty. */
export async function listOrders(
  db: Database,
  { orderName, page, limit }: ParsedInput<typeof orderCalls.list>,
  member: Member,
) {
  if (!isFolder(orderName)) throw new Refusal(404, 'There is no such folder');
  const range = limit === 'all' ? { offset: 0, limit: null } : { offset: (page - 1) * limit, limit };
  const pastTheEnd = limit === 'all' && page > 1;
  const [rows, total] = await Promise.all([
    pastTheEnd ? [] : listPage(db, { folder: orderName, memberId: member.id, ...range }),
    countFolder(db, orderName, member.id),
  ]);
  return { message: folders[orderName].title, data: rows.map(toOrderRow), total };
}

/** The right that a folder needs beyond reading orders. */
export const rightForFolder = (orderName: unknown): Action | null =>
  isFolder(orderName) ? folders[orderName].needs : null;

export const isFolder = (name: unknown): name is FolderName => (folderNames as readonly unknown[]).includes(name);

/** A stored order as the contract's list row. */
export function toOrderRow(order: ListedOrder): OrderRow {
  return {
    order_id: order.orderId,
    process_status: order.processStatus,
    first_name: order.firstName,
    last_name: order.lastName,
    full_name: order.fullName,
    email: order.email,
    contact_email_address: order.contactEmailAddress,
    phone_number: order.phoneNumber,
    country_code: order.countryCode,
    created_at: order.createdAt.toISOString(),
    refund_date: order.refundDate,
    processing_date: order.processingDate,
    process_month: order.processingDate && processMonth(order.processingDate),
    assign_to: order.assigneeName,
  };
}
