/** Drizzle cannot express triggers and functions, so these are only in `migrations`. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import type { RefundDetails } from 'shared/api/refundDetails';
import { claimableStatuses, openStatuses, type OrderStatus, statuses } from 'shared/rules/orderStatus';
import { day, timestamptz, oneOf, orderIdText } from './columns.ts';
import { members } from './members.ts';

/** Lists read these indexes backwards. They ascend so that new rows are appended, which keeps index pages full. */
const oldestFirst = (t: { createdAt: ExtraConfigColumn; orderId: ExtraConfigColumn }) =>
  [t.createdAt, t.orderId] as const;

/** Must match `inFolder`. `is true` keeps the planner from using an index on several statuses to read only one. */
const isOneOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  sql`(${column} in (${oneOf(values)})) is true`;

const notDeleted = statuses.filter((status) => status !== 'Deleted');

/**
 * Removes blanks from telephone numbers, and repeats accented names without accents. Replaces the collation of
 * `order_id`, under which `lower` would change only a to z.
 */
const searchDocument = sql.raw(String.raw`left(lower((order_id
  || case when coalesce(phone_number, '') = '' then '' else E'\x1f'
    || coalesce('+' || nullif(regexp_replace(country_code, '\D', '', 'g'), ''), '') || replace(phone_number, ' ', '') end
  || E'\x1f' || email
  || case when coalesce(contact_email_address, email) = email then '' else E'\x1f' || contact_email_address end
  || E'\x1f' || full_name
  || case when position(first_name || ' ' || last_name in full_name) > 0 then ''
    else E'\x1f' || first_name || E'\x1f' || last_name end) collate "default")
  || names_without_accents(full_name || case when position(first_name || ' ' || last_name in full_name) > 0 then ''
    else E'\x1f' || first_name || E'\x1f' || last_name end)
  || lower(coalesce(E'\x1f' || (refund ->> 'currency') || ' ' || (refund ->> 'amount'), '')
  || coalesce(E'\x1f' || (refund ->> 'reference'), '') || coalesce(E'\x1f' || (refund ->> 'reason'), '')), 640)`);

export const orders = pgTable(
  'orders',
  {
    orderId: orderIdText('order_id').primaryKey(),
    processStatus: text('process_status').$type<OrderStatus>().notNull(),
    /** The status to restore, set only while the order is Deleted. A deleted order keeps its assignee. */
    beforeDeleteStatus: text('before_delete_status').$type<OrderStatus>(),
    assignedTo: integer('assigned_to').references(() => members.id),
    assignedAt: timestamptz('assigned_at'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    contactEmailAddress: text('contact_email_address'),
    confirmEmail: text('confirm_email'),
    phoneNumber: text('phone_number'),
    countryCode: text('country_code'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    refundDate: day('refund_date'),
    /** Entered with the move to Refunds. */
    refund: jsonb('refund').$type<RefundDetails>(),
    processingDate: day('processing_date'),
    processingMode: text('processing_mode').$type<'standard' | 'priority'>().notNull(),
    landingDomain: text('landing_domain'),
    transactionId: text('transaction_id'),
    merchantName: text('merchant_name'),
    paidAt: timestamptz('paid_at'),
    amount: numeric('amount', { precision: 12, scale: 2 }),
    currency: text('currency'),
    orderIp: text('order_ip'),
    orderUserAgent: text('order_user_agent'),
    processedBy: integer('processed_by').references(() => members.id),
    completedAt: timestamptz('completed_at'),
    /** The newest mail's recipient, if the newest reported mail to that address is `bounced` or `complained`. */
    bouncedAddress: text('bounced_address'),
    /** When the oldest unhandled customer message was written. */
    customerWroteAt: timestamptz('customer_wrote_at'),
    arrivedAsFuture: boolean('arrived_as_future').notNull().default(false),
    version: integer('version').notNull().default(1),
    /** Has no keys for unanswered questions. */
    declaration: jsonb('declaration').$type<StoredDeclaration>().notNull(),
    /** A separate column, so that the counting triggers need not decompress every declaration. */
    currentNationality: text('current_nationality').generatedAlwaysAs(sql.raw(`declaration ->> 'current_nationality'`)),
    /** In lower case. A control character separates the fields, so that no search term matches across two fields. */
    searchDocument: text('search_document').notNull().generatedAlwaysAs(searchDocument),
  },
  (t) => [
    check('orders_id', sql`${t.orderId} ~ '^[0-9]{6,18}$'`),
    check('orders_status', sql`${t.processStatus} in (${oneOf(statuses)})`),
    check('orders_before_delete', sql`(${t.processStatus} = 'Deleted') = (${t.beforeDeleteStatus} is not null)`),
    check('orders_processing_mode', sql`${t.processingMode} in ('standard', 'priority')`),
    check('orders_assigned', sql`(${t.assignedTo} is null) = (${t.assignedAt} is null)`),
    check('orders_future_date', sql`${t.processStatus} <> 'Future' or ${t.processingDate} is not null`),
    // Migrations add the search document to each list's index, so that a search need not read the wide rows.
    index('orders_by_status').on(t.processStatus, ...oldestFirst(t)),
    index('orders_unassigned')
      .on(t.processStatus, ...oldestFirst(t))
      .where(sql`${t.assignedTo} is null and ${t.processStatus} in (${oneOf(claimableStatuses)})`),
    index('orders_mine')
      .on(t.assignedTo, ...oldestFirst(t))
      .where(sql`${isOneOf(t.processStatus, openStatuses)} and ${t.assignedTo} is not null`),
    index('orders_refunds')
      .on(...oldestFirst(t))
      .where(isOneOf(t.processStatus, ['Refunds', 'Completed Refunds'])),
    index('orders_all')
      .on(...oldestFirst(t))
      .where(isOneOf(t.processStatus, notDeleted)),
    index('orders_future')
      .on(t.processingDate, t.orderId)
      .where(sql`${t.processStatus} = 'Future'`),
    index('orders_waiting')
      .on(t.customerWroteAt, t.orderId)
      .where(sql`${t.customerWroteAt} is not null and ${isOneOf(t.processStatus, notDeleted)}`),
    // For typical durations (rule 16.23).
    index('orders_completed')
      .on(t.processingMode, t.completedAt)
      .where(sql`${t.completedAt} is not null`),
    index('orders_future_month')
      .on(sql`extract(month from ${t.processingDate})`, t.processingDate, t.orderId)
      .where(sql`${t.processStatus} = 'Future'`),
  ],
);

export const orderReference = () =>
  orderIdText('order_id')
    .notNull()
    .references(() => orders.orderId);

/** Search documents, copied by triggers so that a move or an assignment does not rewrite the search indexes. */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: orderIdText('order_id').primaryKey(),
    searchDocument: text('search_document').notNull(),
  },
  (t) => [
    index('order_search_trigrams').using('gin', sql`${t.searchDocument} gin_trgm_ops`),
    // For search terms without a trigram. Indexes rare letters, and any two common letters between two rare ones.
    index('order_search_letters')
      .using('gin', sql`search_letters(${t.searchDocument})`)
      .where(sql`${t.searchDocument} ~ ${sql.raw("'[^a-z0-9 .@+\\x1f]'")}`),
  ],
);
