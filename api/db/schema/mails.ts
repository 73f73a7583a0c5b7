import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { mailProviders } from 'shared/api/fields';
import { mailEventTypes, mailKinds, mailStates } from 'shared/api/orderDetails';
import { moment, oneOf, orderIdText } from './columns.ts';
import { documents } from './documents.ts';
import { members } from './members.ts';
import { orders } from './orders.ts';

/** The kinds of mail to a member: a link to choose a password, and a notice that their password changed. */
export const memberMailKinds = ['password', 'passwordChanged'] as const;
export type MemberMailKind = (typeof memberMailKinds)[number];

export type MailKind = (typeof mailKinds)[number] | MemberMailKind;

export const mails = pgTable(
  'mails',
  {
    id: serial('id').primaryKey(),
    /** Null: a mail to a member. */
    orderId: orderIdText('order_id').references(() => orders.orderId),
    /** Whom a mail to a member is to; null: a mail of an order. */
    memberId: integer('member_id').references(() => members.id),
    documentId: integer('document_id').references(() => documents.id),
    kind: text('kind').$type<MailKind>().notNull(),
    recipient: text('recipient').notNull(),
    /** Null: a mail to a member, or one that was asked for before this was kept. */
    subject: text('subject'),
    provider: text('provider').$type<(typeof mailProviders)[number]>().notNull(),
    state: text('state').$type<(typeof mailStates)[number]>().notNull().default('queued'),
    /** Why it failed, as a person reads it. */
    reason: text('reason'),
    messageId: text('message_id'),
    /** Null: sent by itself. */
    askedBy: integer('asked_by').references(() => members.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Until then it waits and can be taken back; null: it goes at once. */
    dueAt: moment('due_at'),
    /** When the provider's call was begun: set and not answered means nobody knows whether it went out. */
    callBegunAt: moment('call_begun_at'),
    sentAt: moment('sent_at'),
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

/** What a provider reported about a mail. Append-only; the mail's state is what follows from all of them, in whatever order they came. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    mailId: integer('mail_id')
      .notNull()
      .references(() => mails.id),
    type: text('type').$type<(typeof mailEventTypes)[number]>().notNull(),
    /** When it happened, as the provider says. */
    at: moment('at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** The provider's name for this event, by which a repeated report is known. */
    eventId: text('event_id').notNull().unique(),
    /** Why, as the provider says it. */
    reason: text('reason'),
  },
  (t) => [
    index('mail_events_mail').on(t.mailId, t.id),
    check('mail_events_type', sql`${t.type} in (${oneOf(mailEventTypes)})`),
  ],
);

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
