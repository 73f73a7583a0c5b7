import { processMonth } from 'shared/format/dates';
import type { OrderRow } from 'shared/api/orderRow';
import type { findOrder } from './orderQueries.ts';

/** What a list shows of an order, of one that was read whole. */
export function toOrderRow(order: NonNullable<Awaited<ReturnType<typeof findOrder>>>): OrderRow {
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
