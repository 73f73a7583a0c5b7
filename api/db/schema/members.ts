import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { roles, type Role } from 'shared/rules/permissions';
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
