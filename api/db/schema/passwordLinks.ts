import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { mails } from './mails.ts';
import { members } from './members.ts';

/**
 * The link by which a member chooses a password: the newest, as long as it was not used. Its token is made when the mail
 * goes, and stands nowhere but in that.
 */
export const passwordLinks = pgTable(
  'password_links',
  {
    memberId: integer('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    mailId: integer('mail_id')
      .notNull()
      .unique()
      .references(() => mails.id),
    /** SHA-256, hex, of the token; null: the mail has not gone yet. */
    tokenDigest: text('token_digest').unique(),
    expiresAt: moment('expires_at'),
  },
  (t) => [check('password_links_sent', sql`(${t.tokenDigest} is null) = (${t.expiresAt} is null)`)],
);
