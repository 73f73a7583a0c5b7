import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { members } from './members.ts';

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
