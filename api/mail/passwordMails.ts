import { and, eq, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { toOneLine } from 'shared/api/fields/visibleText';
import { packMinute } from 'shared/format/dates';
import type { Role } from 'shared/rules/permissions';
import { passwordLinkHours, passwordLinkPath } from 'shared/rules/team';
import type { Database, Transaction } from '../db/database.ts';
import { mails, passwordLinks } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import type { Settings } from '../settings/settings.ts';
import { newPasswordToken } from '../signing/tokens.ts';
import type { LoadedMail } from './mailQueries.ts';
import { MailFailure } from './providers/MailProvider.ts';
import { queueMail } from './queueMail.ts';
import type { MailText } from './templates/mailText.ts';

interface LinkRequest {
  memberId: number;
  recipient: string;
  provider: MailServiceProvider;
  askedBy: number;
}

/** Queues a password link, which replaces the member's earlier one. Does nothing while one to the address waits. */
export async function queuePasswordLink(tx: Transaction, request: LinkRequest): Promise<void> {
  const { memberId, recipient } = request;
  const isTo = sql`lower(${mails.recipient}) = ${recipient.toLowerCase()}`;
  const [waiting] = await tx
    .select({ id: mails.id })
    .from(passwordLinks)
    .innerJoin(mails, eq(mails.id, passwordLinks.mailId))
    .where(and(eq(passwordLinks.memberId, memberId), eq(mails.state, 'queued'), isTo));
  if (waiting) return;
  const { mailId } = await queueMail(tx, { ...request, orderId: null, kind: 'password' });
  const link = { mailId, tokenDigest: null, expiresAt: null, usedAt: null };
  await tx
    .insert(passwordLinks)
    .values({ memberId, ...link })
    .onConflictDoUpdate({ target: passwordLinks.memberId, set: link });
}

/** Text and reply address of a mail to a member. Creates a new token for each try, because tokens are not stored. */
export async function memberLetter(
  { db, settings: { mail, staffUrl } }: { db: Database; settings: Pick<Settings, 'mail' | 'staffUrl'> },
  { id, kind }: LoadedMail,
): Promise<{ text: MailText; replyTo: string }> {
  if (kind === 'passwordChanged') {
    const change = await findPasswordChange(db, id);
    if (!change) throw new MailFailure('refused', 'The member has left.');
    return { text: passwordChangedText(change, staffUrl), replyTo: mail.from };
  }
  const { token, digest } = newPasswordToken();
  const letter = await openPasswordLink(db, id, digest);
  if (!letter) throw new MailFailure('refused', 'A newer link was requested, or the member has left.');
  return { text: passwordLinkText(letter, token, staffUrl), replyTo: letter.senderEmail };
}

type LinkLetter = Record<'name' | 'senderName' | 'senderEmail', string> & { role: Role; hasPassword: boolean };

/** Makes the mail's link valid for a day. Null if the link was used or replaced, or if the member was deleted. */
async function openPasswordLink(db: Database, mailId: number, digest: string): Promise<LinkLetter | null> {
  const { rows } = await db.execute<LinkLetter>(sql`
    update ${passwordLinks} set token_digest = ${digest},
      expires_at = now() + make_interval(hours => ${sql.raw(String(passwordLinkHours))})
    from mails join members on members.id = mails.member_id join members as senders on senders.id = mails.asked_by
    where password_links.mail_id = ${mailId} and password_links.used_at is null
      and mails.id = password_links.mail_id and members.deleted_at is null
    returning members.name, members.role, members.password_hash is not null as "hasPassword",
      senders.name as "senderName", senders.email as "senderEmail"`);
  return rows[0] ?? null;
}

function passwordLinkText(
  { name, role, hasPassword, senderName }: LinkLetter,
  token: string,
  staffUrl: string,
): MailText {
  const sender = toOneLine(senderName);
  return {
    subject: hasPassword ? 'Choose a new password for Arrival Desk' : 'Set up your Arrival Desk account',
    heading: hasPassword ? 'Choose a new password' : 'Set up your Arrival Desk account',
    paragraphs: [
      `Hello ${toOneLine(name)},`,
      hasPassword
        ? `${sender} has sent you this link to choose a new password for Arrival Desk.`
        : `Your role in Arrival Desk is ${role}. ${sender} has sent you this link. Use it to choose a password, then sign in.`,
    ],
    button: { label: 'Choose a password', address: `${staffUrl}${passwordLinkPath}#${token}` },
    afterButton: [
      `The link works once, within ${passwordLinkHours} hours. After that, ask ${sender} for a new one.`,
      'Not expecting this? You can ignore it.',
    ],
    ...ofProduct(staffUrl),
  };
}

const ofProduct = (staffUrl: string) => ({
  links: [],
  support: null,
  brand: { name: 'Arrival Desk', domain: new URL(staffUrl).host, home: staffUrl },
});

export async function queuePasswordChanged(tx: Transaction, changed: Omit<LinkRequest, 'recipient'>): Promise<void> {
  const [member] = await tx.select({ email: members.email }).from(members).where(eq(members.id, changed.memberId));
  await queueMail(tx, { ...changed, recipient: member!.email, orderId: null, kind: 'passwordChanged' });
}

/** `by` is the name of another member who changed the password, or null if its owner did. */
type PasswordChange = { name: string; at: string | Date; by: string | null };

/** Returns null if the member has been deleted. */
async function findPasswordChange(db: Database, mailId: number): Promise<PasswordChange | null> {
  const { rows } = await db.execute<PasswordChange>(sql`
    select members.name, mails.created_at as at, case when mails.asked_by <> members.id then askers.name end as by
    from mails join members on members.id = mails.member_id join members as askers on askers.id = mails.asked_by
    where mails.id = ${mailId} and members.deleted_at is null`);
  return rows[0] ?? null;
}

/** Rule 14.28. */
function passwordChangedText({ name, at, by }: PasswordChange, staffUrl: string): MailText {
  return {
    subject: 'Your Arrival Desk password has changed',
    heading: 'Your password has changed',
    paragraphs: [
      `Hello ${toOneLine(name)},`,
      `${by === null ? 'You changed' : `${toOneLine(by)} changed`} your password for Arrival Desk on ${packMinute(new Date(at))}.`,
    ],
    button: { label: 'Sign in', address: staffUrl },
    afterButton: ['Not expecting this? Ask an Admin right away for a link to choose a new password.'],
    ...ofProduct(staffUrl),
  };
}
