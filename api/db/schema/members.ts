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
import { timestamptz, oneOf } from './columns.ts';

export const members = pgTable(
  'members',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Argon2id in PHC format, or null before the first password. */
    passwordHash: text('password_hash'),
    role: text('role').$type<Role>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [
    // API calls identify staff by name, so names are unique among members who are not deleted.
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
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('sessions_member').on(t.memberId), index('sessions_expiry').on(t.expiresAt)],
);

/** Deleted or demoted members whose unfinished orders are being released in batches. */
export const offboardings = pgTable(
  'departures',
  {
    memberId: integer('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    deletedBy: integer('deleted_by')
      .notNull()
      .references(() => members.id),
    actionId: uuid('action_id').notNull(),
    leftAt: timestamptz('left_at').notNull().defaultNow(),
    dueAt: timestamptz('due_at').notNull().defaultNow(),
  },
  (t) => [index('departures_due').on(t.dueAt)],
);

/** First responses to calls that change data, by member and `Idempotency-Key`, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    call: text('call').notNull(),
    /** HMAC-SHA-256 of all the call's input, in hex. Null for rows that are older than this column. */
    requestDigest: text('request_digest'),
    httpStatus: integer('http_status').notNull(),
    body: jsonb('body').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);

/** For rate limits (`AttemptThrottle`). The subjects are digests, so no email address is stored. */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    scope: text('scope').$type<'signIn' | 'track' | 'choosePassword' | 'changePassword' | 'message'>().notNull(),
    address: text('address').notNull(),
    subject: text('subject').notNull(),
    secondSubject: text('second_subject'),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (t) => [
    index('failed_attempts_address').on(t.scope, t.address, t.at),
    index('failed_attempts_subject').on(t.scope, t.subject, t.at),
    index('failed_attempts_second_subject')
      .on(t.scope, t.secondSubject, t.at)
      .where(sql`${t.secondSubject} is not null`),
  ],
);

/** One row: a short fingerprint of the SESSION_SECRET that all instances must share. */
export const secretMark = pgTable(
  'secret_mark',
  {
    isOnlyRow: boolean('is_only_row').primaryKey().default(true),
    mark: text('mark').notNull(),
  },
  (t) => [check('secret_mark_only_row', sql`${t.isOnlyRow}`)],
);
