import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { mailProviders } from 'shared/api/fields/fields';
import { mailEventTypes, mailKinds, mailStates } from 'shared/api/orderDetails';
import { timestamptz, oneOf, orderIdText } from './columns.ts';
import { documents } from './documents.ts';
import { members } from './members.ts';
import { orders } from './orders.ts';

export const memberMailKinds = ['password', 'passwordChanged'] as const;
export type MemberMailKind = (typeof memberMailKinds)[number];

export const messageMailKinds = ['question', 'reply'] as const satisfies (typeof mailKinds)[number][];

export type MailKind = (typeof mailKinds)[number] | MemberMailKind;

export const mails = pgTable(
  'mails',
  {
    id: serial('id').primaryKey(),
    /** Null for mail to a member. */
    orderId: orderIdText('order_id').references(() => orders.orderId),
    /** Null for mail about an order. */
    memberId: integer('member_id').references(() => members.id),
    documentId: integer('document_id').references(() => documents.id),
    kind: text('kind').$type<MailKind>().notNull(),
    recipient: text('recipient').notNull(),
    /** Null for mail to a member, and for rows that are older than this column. */
    subject: text('subject'),
    provider: text('provider').$type<(typeof mailProviders)[number]>().notNull(),
    state: text('state').$type<(typeof mailStates)[number]>().notNull().default('queued'),
    reason: text('reason'),
    messageId: text('message_id'),
    /** Null if sent automatically. */
    askedBy: integer('asked_by').references(() => members.id),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When the mail is due. It can be cancelled until then. Null: send at once. */
    dueAt: timestamptz('due_at'),
    /** When the call to the provider began. If its result is missing, the mail may or may not have been sent. */
    callBegunAt: timestamptz('call_begun_at'),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    index('mails_order').on(t.orderId, t.id),
    index('mails_message').on(t.messageId),
    index('mails_asked').on(t.askedBy, t.createdAt),
    index('mails_unsent')
      .on(t.id)
      .where(sql`${t.state} = 'queued'`),
    check('mails_kind', sql`${t.kind} in (${oneOf([...mailKinds, ...memberMailKinds])})`),
    check('mails_order', sql`(${t.kind} in (${oneOf(memberMailKinds)})) = (${t.orderId} is null)`),
    check('mails_member', sql`(${t.memberId} is null) = (${t.orderId} is not null)`),
    check('mails_state', sql`${t.state} in (${oneOf(mailStates)})`),
    check('mails_provider', sql`${t.provider} in (${oneOf(mailProviders)})`),
  ],
);

/** Append-only. A mail's state follows from all of its events, in any order of arrival. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    mailId: integer('mail_id')
      .notNull()
      .references(() => mails.id),
    type: text('type').$type<(typeof mailEventTypes)[number]>().notNull(),
    at: timestamptz('at').notNull(),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
    /** Unique, so that a provider's repeated report adds no second row. */
    eventId: text('event_id').notNull().unique(),
    reason: text('reason'),
  },
  (t) => [
    index('mail_events_mail').on(t.mailId, t.id),
    check('mail_events_type', sql`${t.type} in (${oneOf(mailEventTypes)})`),
  ],
);

/** The member's newest password link. Its token is created when the mail is sent, and only the mail contains it. */
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
    /** SHA-256 in hex, or null until the mail is sent. */
    tokenDigest: text('token_digest').unique(),
    expiresAt: timestamptz('expires_at'),
    usedAt: timestamptz('used_at'),
  },
  (t) => [check('password_links_sent', sql`(${t.tokenDigest} is null) = (${t.expiresAt} is null)`)],
);
