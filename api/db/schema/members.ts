import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type Role, roles } from 'shared/rules/permissions';
import { moment, oneOf } from './columns.ts';

export const members = pgTable(
  'members',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Argon2id, in its own text form. Null: none has been chosen yet, so none fits. */
    passwordHash: text('password_hash'),
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

/**
 * Members who were deleted, or given a lesser role, and may have unfinished orders of before still: they go back to their
 * folders, portion by portion.
 */
export const departures = pgTable(
  'departures',
  {
    memberId: integer('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The member who deleted or demoted them, for the history. */
    deletedBy: integer('deleted_by')
      .notNull()
      .references(() => members.id),
    /** One for all of the orders. */
    actionId: uuid('action_id').notNull(),
    leftAt: moment('left_at').notNull().defaultNow(),
    /** The time of the next look. */
    dueAt: moment('due_at').notNull().defaultNow(),
  },
  (t) => [index('departures_due').on(t.dueAt)],
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
    /** HMAC-SHA-256, hex, of all that the call was given. Null: from before it was kept. */
    requestDigest: text('request_digest'),
    httpStatus: integer('http_status').notNull(),
    body: jsonb('body').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);

/**
 * Failed sign-ins, password changes and trackings, links that open nothing and documents of customers that cannot be opened, for their
 * limits. No e-mail is kept: `subject` is a digest.
 */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    scope: text('scope').$type<'signIn' | 'track' | 'choosePassword' | 'changePassword' | 'message'>().notNull(),
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    /** The second subject of an attempt: a tracking names an order and an e-mail. */
    secondSubject: text('second_subject'),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [
    index('failed_attempts_address').on(t.scope, t.address, t.at),
    index('failed_attempts_subject').on(t.scope, t.subject, t.at),
    index('failed_attempts_second_subject')
      .on(t.scope, t.secondSubject, t.at)
      .where(sql`${t.secondSubject} is not null`),
  ],
);

/** One row: marks the SESSION_SECRET of the instances that share this database, and says nothing else about it. */
export const secretMark = pgTable(
  'secret_mark',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    mark: text('mark').notNull(),
  },
  (t) => [check('secret_mark_only_row', sql`${t.isOnlyRow}`)],
);
