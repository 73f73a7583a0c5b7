import { sql, type SQL } from 'drizzle-orm';
import { processMonth } from 'shared/format/dates';
import type { OrderRow } from 'shared/api/orderRow';

/** A list's row as the database answers it: the contract's, but for what follows from it. */
export type ReadRow = Omit<OrderRow, 'process_month'>;

/** What a list reads of `orders`, beside the key that it is sorted by. */
export const readColumns: SQL = sql`order_id, process_status, first_name, last_name, full_name, email, contact_email_address,
  phone_number, country_code, created_at, refund_date, processing_date, assigned_to`;

/** Rows of such columns in `alias`, as `ReadRow`s; `members` is joined as `assignee`. */
export const answeredColumns = (alias: SQL): SQL => sql`
  ${alias}.order_id, ${alias}.process_status, ${alias}.first_name, ${alias}.last_name, ${alias}.full_name, ${alias}.email,
  ${alias}.contact_email_address, ${alias}.phone_number, ${alias}.country_code,
  to_char(${alias}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  ${alias}.refund_date::text as refund_date, ${alias}.processing_date::text as processing_date, assignee.name as assign_to`;

/** A read row as the contract's. */
export const toRow = (read: ReadRow): OrderRow => ({
  order_id: read.order_id,
  process_status: read.process_status,
  first_name: read.first_name,
  last_name: read.last_name,
  full_name: read.full_name,
  email: read.email,
  contact_email_address: read.contact_email_address,
  phone_number: read.phone_number,
  country_code: read.country_code,
  created_at: read.created_at,
  refund_date: read.refund_date,
  processing_date: read.processing_date,
  process_month: read.processing_date && processMonth(read.processing_date),
  assign_to: read.assign_to,
});
