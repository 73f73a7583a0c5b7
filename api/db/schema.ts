/**
 * The tables. Orders are wide and mostly read whole: columns for what is listed, searched, counted or moved, the
 * declaration's answers in one document. Triggers and grants that drizzle cannot say stand in `migrations`.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core';
import type { BulkJob } from 'shared/api/orderCalls';
import { mailKinds, mailStates, type DeclarationAnswers } from 'shared/api/orderDetails';
import { mailProviders } from 'shared/api/fields';
import { claimableStatuses, openStatuses, statuses, type OrderStatus } from 'shared/rules/orderStatus';
import { roles, type Role } from 'shared/rules/permissions';
import type { HistoryKind } from '../orders/historyKind.ts';
import type { BulkWork, ToldReason } from '../orders/plans/bulkWork.ts';

/** Order ids sort by their bytes, whatever the database's language. */
const orderIdText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const day = (name: string) => date(name, { mode: 'string' });
/** Lists read it backwards: what arrives is the last entry, and leaves full pages behind; as the first it halves them. */
const oldestFirst = (t: { createdAt: ExtraConfigColumn; orderId: ExtraConfigColumn }) =>
  [t.createdAt, t.orderId] as const;
const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));
/**
 * The same words as `inFolder`'s. `is true` hides from the planner that one status implies the list: else it would look
 * for one folder's rows in the index of all of them.
 */
const isOneOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  sql`(${column} in (${oneOf(values)})) is true`;

export const members = pgTable(
  'members',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Argon2id, in its own text form. */
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<Role>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    // Calls carry staff names, so names are unique; a deleted member's may be used again.
    uniqueIndex('members_name')
      .on(t.name)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('members_email')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.deletedAt} is null`),
    check('members_role', sql`${t.role} in (${oneOf(roles)})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('sessions_member').on(t.memberId), index('sessions_expiry').on(t.expiresAt)],
);

/** Failed sign-ins and failed trackings, for their limits. No e-mail is kept: `subject` is a digest. */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    scope: text('scope').$type<'signIn' | 'track'>().notNull(),
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [
    index('failed_attempts_address').on(t.scope, t.address, t.at),
    index('failed_attempts_subject').on(t.scope, t.subject, t.at),
  ],
);

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
    else E'\x1f' || first_name || E'\x1f' || last_name end) collate "default"), 640)`);

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
    arrivedAsFuture: boolean('arrived_as_future').notNull().default(false),
    /** Grows with every change. */
    version: integer('version').notNull().default(1),
    /** What was answered; a question that is not in it was not. */
    declaration: jsonb('declaration').$type<Partial<DeclarationAnswers>>().notNull(),
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
    index('orders_future_month')
      .on(sql`extract(month from ${t.processingDate})`, t.processingDate, t.orderId)
      .where(sql`${t.processStatus} = 'Future'`),
  ],
);

/**
 * What the search's own indexes look at: each order's search document once more, in a table apart. Triggers keep it; a
 * move or an assignment, which writes the order anew, leaves these indexes alone. Orders of an import come a while later.
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

/** Imported orders that `order_search` lacks as yet, a portion of the import a row. While there are any, searches do without it. */
export const orderSearchBacklog = pgTable('order_search_backlog', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  orderIds: text('order_ids').array().notNull(),
});

/** Every change to an order: who, when, from, to. Append-only, which a trigger keeps. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderIdText('order_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** Null: the product itself did it. */
    memberId: integer('member_id').references(() => members.id),
    /** What one click did to all its orders. */
    actionId: uuid('action_id').notNull(),
    kind: text('kind').$type<HistoryKind>().notNull(),
    field: text('field').notNull(),
    from: text('from'),
    to: text('to'),
    /** The order's version once this was done. */
    version: integer('version').notNull(),
  },
  (t) => [index('order_history_order').on(t.orderId, t.version), index('order_history_action').on(t.actionId)],
);

/** What a member did that Undo can take back: the last of each member's, for a day. The others go with the next clean-up. */
export const orderActions = pgTable(
  'order_actions',
  {
    actionId: uuid('action_id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A member's last action has their highest. A bulk has it from its beginning, not from its end. */
    place: bigserial('place', { mode: 'number' }).notNull(),
    at: moment('at').notNull().defaultNow(),
    takenBackAt: moment('taken_back_at'),
  },
  (t) => [index('order_actions_member').on(t.memberId, t.place)],
);

/** What an order had before an action changed it: what Undo gives back. */
export const orderActionBefores = pgTable(
  'order_action_befores',
  {
    actionId: uuid('action_id').notNull(),
    orderId: orderIdText('order_id').notNull(),
    /** The order's version once the action was done: still so, and nobody has changed it since. */
    version: integer('version').notNull(),
    processStatus: text('process_status').$type<OrderStatus>().notNull(),
    beforeDeleteStatus: text('before_delete_status').$type<OrderStatus>(),
    assignedTo: integer('assigned_to'),
    assignedAt: moment('assigned_at'),
    processedBy: integer('processed_by'),
    completedAt: moment('completed_at'),
  },
  // No foreign key: it would be looked up for each of thousands of rows; the clean-up keeps both tables together.
  (t) => [primaryKey({ columns: [t.actionId, t.orderId] })],
);

/** Bulks over a whole folder ("Select all N"), worked off beside the requests. Kept for a day once they have ended. */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    jobId: uuid('job_id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    work: jsonb('work').$type<BulkWork>().notNull(),
    state: text('state').$type<BulkJob['state']>().notNull().default('running'),
    total: integer('total').notNull().default(0),
    /** Orders that it changed, that it left as they were, because they were so already or were refused. */
    changed: integer('changed').notNull().default(0),
    done: integer('done').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** The first 500 that were not done, and why. */
    failed: jsonb('failed').$type<BulkJob['failed']>().notNull().default([]),
    /** How many were refused for each reason, as it is told. */
    reasons: jsonb('reasons').$type<ToldReason[]>().notNull().default([]),
    message: text('message').notNull(),
    /** One for all of its orders. */
    actionId: uuid('action_id').notNull(),
    undoable: boolean('undoable').notNull(),
    /** Portions that failed for no reason of an order's; too many, and the job has failed. */
    faults: integer('faults').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When its last portion was worked off: of several jobs, each gets its turn. */
    workedAt: moment('worked_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    check('bulk_jobs_state', sql`${t.state} in ('running', 'done', 'cancelled', 'failed')`),
    // One at a time for each member.
    uniqueIndex('bulk_jobs_running')
      .on(t.memberId)
      .where(sql`${t.state} = 'running'`),
    index('bulk_jobs_action').on(t.actionId),
  ],
);

/** The orders of a bulk as they were when it was asked for; a portion is gone once it is worked off. */
export const bulkJobPortions = pgTable(
  'bulk_job_portions',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => bulkJobs.jobId, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    orderIds: text('order_ids').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
);

const orderReference = () =>
  orderIdText('order_id')
    .notNull()
    .references(() => orders.orderId);

const flagColumn = (name: string) => text(name).$type<'Y' | ''>().notNull().default('');

export const remarks = pgTable(
  'remarks',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    memberId: integer('member_id').references(() => members.id),
    remark: text('remark').notNull(),
    whatsapp: flagColumn('whatsapp'),
    telephone: flagColumn('telephone'),
    statusRefund: flagColumn('status_refund'),
    voided: flagColumn('voided'),
    chargeback: flagColumn('chargeback'),
    reportError: flagColumn('report_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('remarks_order').on(t.orderId, t.id),
    check(
      'remarks_flags',
      sql`${t.whatsapp} in ('Y', '') and ${t.telephone} in ('Y', '') and ${t.statusRefund} in ('Y', '')
        and ${t.voided} in ('Y', '') and ${t.chargeback} in ('Y', '') and ${t.reportError} in ('Y', '')`,
    ),
  ],
);

export const documents = pgTable(
  'documents',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    /** `{16+ random characters}.{ext}`: the file's name in both of its addresses. */
    file1: text('file1').notNull().unique(),
    customerName: text('customer_name').notNull(),
    originalName: text('original_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Null: the product itself (the demo). */
    uploadedBy: integer('uploaded_by').references(() => members.id),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('documents_order').on(t.orderId, t.id)],
);

export const mails = pgTable(
  'mails',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    documentId: integer('document_id').references(() => documents.id),
    kind: text('kind').$type<(typeof mailKinds)[number]>().notNull(),
    recipient: text('recipient').notNull(),
    provider: text('provider').$type<(typeof mailProviders)[number]>().notNull(),
    state: text('state').$type<(typeof mailStates)[number]>().notNull().default('queued'),
    /** Why it failed, as a person reads it. */
    reason: text('reason'),
    messageId: text('message_id'),
    /** Null: sent by itself. */
    askedBy: integer('asked_by').references(() => members.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the provider's call was begun: set and not answered means nobody knows whether it went out. */
    callBegunAt: moment('call_begun_at'),
    sentAt: moment('sent_at'),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    index('mails_order').on(t.orderId, t.id),
    index('mails_message').on(t.messageId),
    index('mails_unsent')
      .on(t.id)
      .where(sql`${t.state} = 'queued'`),
    check('mails_kind', sql`${t.kind} in (${oneOf(mailKinds)})`),
    check('mails_state', sql`${t.state} in (${oneOf(mailStates)})`),
    check('mails_provider', sql`${t.provider} in (${oneOf(mailProviders)})`),
  ],
);

export const downloads = pgTable(
  'downloads',
  {
    id: serial('id').primaryKey(),
    orderId: orderReference(),
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id),
    createTs: moment('create_ts').notNull().defaultNow(),
    ip: text('ip').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** IANA name. */
    timezone: text('timezone'),
    bytesSent: bigint('bytes_sent', { mode: 'number' }).notNull().default(0),
    completedAt: moment('completed_at'),
  },
  (t) => [index('downloads_order').on(t.orderId, t.id)],
);

/** The first answers of changing calls, by member and `Idempotency-Key`, for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Method and path of the call. */
    call: text('call').notNull(),
    /** SHA-256, hex, of all that the call was given. Null: from before it was kept. */
    requestDigest: text('request_digest'),
    httpStatus: integer('http_status').notNull(),
    body: jsonb('body').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);

export const gateways = pgTable(
  'gateways',
  {
    id: serial('id').primaryKey(),
    gatewayName: text('gateway_name').notNull().unique(),
    isActive: boolean('is_active').notNull().default(false),
  },
  // At most one is active; that at least one is, a trigger keeps.
  (t) => [
    uniqueIndex('gateways_active')
      .on(t.isActive)
      .where(sql`${t.isActive}`),
  ],
);

/** What the counting triggers append: raw facts of orders that came (n > 0) or went (n < 0), until a job folds them. */
export const orderCountDeltas = pgTable('order_count_deltas', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  processStatus: text('process_status').notNull(),
  /** 0: nobody. */
  assignedTo: integer('assigned_to').notNull(),
  createdDay: day('created_day').notNull(),
  processingDate: day('processing_date'),
  n: integer('n').notNull(),
});

/** Orders by status and assignee. A folder's count is the sum of its rows here and of those not folded yet. */
export const orderCounts = pgTable(
  'order_counts',
  {
    processStatus: text('process_status').notNull(),
    assignedTo: integer('assigned_to').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.processStatus, t.assignedTo] })],
);

/**
 * The same by UTC day and by month, of `created_at` and of `processing_date`: finds any page without walking to it, and
 * holds the months of Future Order.
 */
export const orderPeriodCounts = pgTable(
  'order_period_counts',
  {
    dayOf: text('day_of').$type<'created_at' | 'processing_date'>().notNull(),
    period: text('period').$type<'month' | 'day'>().notNull(),
    processStatus: text('process_status').notNull(),
    /** 0: nobody; -1: whoever it is, all of them together. */
    assignedTo: integer('assigned_to').notNull(),
    /** First day of the period. */
    starts: day('starts').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'order_period_counts_key',
      columns: [t.dayOf, t.period, t.processStatus, t.assignedTo, t.starts],
    }),
  ],
);
