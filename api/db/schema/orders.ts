/**
 * Orders are wide and mostly read whole: columns for what is listed, searched, counted or moved, the declaration's answers
 * in one document. Triggers and grants that drizzle cannot say stand in `migrations`.
 */
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
import { day, moment, oneOf, orderIdText } from './columns.ts';
import { members } from './members.ts';

/** Lists read it backwards: what arrives is the last entry, and leaves full pages behind; as the first it halves them. */
const oldestFirst = (t: { createdAt: ExtraConfigColumn; orderId: ExtraConfigColumn }) =>
  [t.createdAt, t.orderId] as const;

/**
 * The same words as `inFolder`'s. `is true` hides from the planner that one status implies the list: else it would look
 * for one folder's rows in the index of all of them.
 */
const isOneOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  sql`(${column} in (${oneOf(values)})) is true`;

/**
 * The telephone stands as lists show it but without blanks: whoever searches types them anywhere or nowhere. It is cut
 * where an index could no longer carry it, far behind what people are called. The collation is said because the id's own
 * ("C") would have only a to z in lower case.
 */
const searchDocument = sql.raw(String.raw`left(lower((order_id
  || case when coalesce(phone_number, '') = '' then '' else E'\x1f'
    || coalesce('+' || nullif(regexp_replace(country_code, '\D', '', 'g'), ''), '') || replace(phone_number, ' ', '') end
  || E'\x1f' || email
  || case when coalesce(contact_email_address, email) = email then '' else E'\x1f' || contact_email_address end
  || E'\x1f' || full_name
  || case when position(first_name || ' ' || last_name in full_name) > 0 then ''
    else E'\x1f' || first_name || E'\x1f' || last_name end
  || coalesce(E'\x1f' || (refund ->> 'currency') || ' ' || (refund ->> 'amount'), '')
  || coalesce(E'\x1f' || (refund ->> 'reference'), '') || coalesce(E'\x1f' || (refund ->> 'reason'), '')) collate "default"), 640)`);

export const orders = pgTable(
  'orders',
  {
    orderId: orderIdText('order_id').primaryKey(),
    processStatus: text('process_status').$type<OrderStatus>().notNull(),
    /** The status that Restore gives back; set while Deleted. The assignee stays. */
    beforeDeleteStatus: text('before_delete_status').$type<OrderStatus>(),
    assignedTo: integer('assigned_to').references(() => members.id),
    assignedAt: moment('assigned_at'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    contactEmailAddress: text('contact_email_address'),
    confirmEmail: text('confirm_email'),
    phoneNumber: text('phone_number'),
    countryCode: text('country_code'),
    createdAt: moment('created_at').notNull().defaultNow(),
    refundDate: day('refund_date'),
    /** Entered with the move to Refunds; null: nothing was. */
    refund: jsonb('refund').$type<RefundDetails>(),
    processingDate: day('processing_date'),
    processingMode: text('processing_mode').$type<'standard' | 'priority'>().notNull(),
    landingDomain: text('landing_domain'),
    transactionId: text('transaction_id'),
    merchantName: text('merchant_name'),
    paidAt: moment('paid_at'),
    amount: numeric('amount', { precision: 12, scale: 2 }),
    currency: text('currency'),
    orderIp: text('order_ip'),
    orderUserAgent: text('order_user_agent'),
    processedBy: integer('processed_by').references(() => members.id),
    completedAt: moment('completed_at'),
    /** The address that the newest mail came back from; null once a mail goes to another one. */
    bouncedAddress: text('bounced_address'),
    /** Since when what the customer wrote waits for somebody to deal with it; null: nothing does. */
    customerWroteAt: moment('customer_wrote_at'),
    arrivedAsFuture: boolean('arrived_as_future').notNull().default(false),
    /** Grows with every change. */
    version: integer('version').notNull().default(1),
    /** What was answered; a question that is not in it was not. */
    declaration: jsonb('declaration').$type<StoredDeclaration>().notNull(),
    /** Of the declaration, for the triggers that count: an update of thousands of orders must not unpack each one's answers. */
    currentNationality: text('current_nationality').generatedAlwaysAs(sql.raw(`declaration ->> 'current_nationality'`)),
    /** What a search looks through: lower case, its fields parted by a character that nobody types. */
    searchDocument: text('search_document').notNull().generatedAlwaysAs(searchDocument),
  },
  (t) => [
    check('orders_id', sql`${t.orderId} ~ '^[0-9]{6,18}$'`),
    check('orders_status', sql`${t.processStatus} in (${oneOf(statuses)})`),
    check('orders_before_delete', sql`(${t.processStatus} = 'Deleted') = (${t.beforeDeleteStatus} is not null)`),
    check('orders_processing_mode', sql`${t.processingMode} in ('standard', 'priority')`),
    check('orders_assigned', sql`(${t.assignedTo} is null) = (${t.assignedAt} is null)`),
    check('orders_future_date', sql`${t.processStatus} <> 'Future' or ${t.processingDate} is not null`),
    // One index per folder order, partial where the folder is. Each carries the search document too (`include`, which
    // drizzle cannot say: see the migrations), so that a search walks a folder without a look at its wide rows.
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
      .where(
        isOneOf(
          t.processStatus,
          statuses.filter((status) => status !== 'Deleted'),
        ),
      ),
    index('orders_future')
      .on(t.processingDate, t.orderId)
      .where(sql`${t.processStatus} = 'Future'`),
    // How long orders took of late (rules 16.23).
    index('orders_completed')
      .on(t.processingMode, t.completedAt)
      .where(sql`${t.completedAt} is not null`),
    index('orders_future_month')
      .on(sql`extract(month from ${t.processingDate})`, t.processingDate, t.orderId)
      .where(sql`${t.processStatus} = 'Future'`),
  ],
);

/** The column of what belongs to an order. */
export const orderReference = () =>
  orderIdText('order_id')
    .notNull()
    .references(() => orders.orderId);

/**
 * A copy of each order's search document, in a table for the search's indexes. Triggers keep it
 * up to date. A move or an assignment rewrites the order's row, but not these indexes.
 */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: orderIdText('order_id').primaryKey(),
    searchDocument: text('search_document').notNull(),
  },
  (t) => [
    // Where a text occurs at all, by its trigrams; and by its letters beyond a to z, for texts too short to have one.
    index('order_search_trigrams').using('gin', sql`${t.searchDocument} gin_trgm_ops`),
    index('order_search_letters')
      .using('gin', sql`search_letters(${t.searchDocument})`)
      .where(sql`${t.searchDocument} ~ ${sql.raw("'[^a-z0-9 .@+\\x1f]'")}`),
  ],
);
