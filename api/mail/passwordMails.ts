import { and, eq, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { toOneLine } from 'shared/api/fields/visibleText';
import { packMinute } from 'shared/format/dates';
import type { Role } from 'shared/rules/permissions';
import { passwordLinkHours, passwordLinkPath } from 'shared/rules/team';
import type { Database, Transaction } from '../db/database.ts';
import { mails, passwordLinks } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { addMailJobs, insertMails } from './queueMail.ts';
import type { MailText } from './templates/mailText.ts';

interface LinkRequest {
  memberId: number;
  recipient: string;
  provider: MailServiceProvider;
  askedBy: number;
}

/** Queues no second mail while one to the same address waits. */
export async function queuePasswordLink(tx: Transaction, request: LinkRequest): Promise<void> {
  if (await isLinkOnItsWay(tx, request)) return;
  const [mail] = await insertMails(tx, [{ ...request, orderId: null, kind: 'password' }]);
  await replacePasswordLink(tx, { memberId: request.memberId, mailId: mail!.id });
  await addMailJobs(tx, [mail!], 'single');
}

interface LinkLetter {
  name: string;
  role: Role;
  hasPassword: boolean;
  by: { name: string; email: string };
}

async function isLinkOnItsWay(tx: Transaction, { memberId, recipient }: { memberId: number; recipient: string }) {
  const found = await tx
    .select({ id: mails.id })
    .from(passwordLinks)
    .innerJoin(mails, eq(mails.id, passwordLinks.mailId))
    .where(
      and(
        eq(passwordLinks.memberId, memberId),
        eq(mails.state, 'queued'),
        sql`lower(${mails.recipient}) = ${recipient.toLowerCase()}`,
      ),
    );
  return found.length > 0;
}

async function replacePasswordLink(tx: Transaction, link: { memberId: number; mailId: number }): Promise<void> {
  const { mailId } = link;
  await tx
    .insert(passwordLinks)
    .values(link)
    .onConflictDoUpdate({
      target: passwordLinks.memberId,
      set: { mailId, tokenDigest: null, expiresAt: null, usedAt: null },
    });
}

/** Makes the mail's link valid for a day. Null if the link was used or replaced, or if the member was deleted. */
export async function openPasswordLink(db: Database, mailId: number, digest: string): Promise<LinkLetter | null> {
  const { rows } = await db.execute(sql`
    update ${passwordLinks} set token_digest = ${digest},
      expires_at = now() + make_interval(hours => ${sql.raw(String(passwordLinkHours))})
    from mails join members on members.id = mails.member_id join members as senders on senders.id = mails.asked_by
    where password_links.mail_id = ${mailId} and password_links.used_at is null
      and mails.id = password_links.mail_id and members.deleted_at is null
    returning members.name, members.role, members.password_hash is not null as "hasPassword",
      senders.name as "byName", senders.email as "byEmail"`);
  const [found] = rows as { name: string; role: Role; hasPassword: boolean; byName: string; byEmail: string }[];
  if (!found) return null;
  const { byName, byEmail, ...letter } = found;
  return { ...letter, by: { name: byName, email: byEmail } };
}

export function passwordLinkText(
  { name, role, hasPassword, by }: LinkLetter,
  token: string,
  staffUrl: string,
): MailText {
  const sender = toOneLine(by.name);
  return {
    subject: hasPassword ? 'Choose a new password for Arrival Desk' : 'Set up your sign-in to Arrival Desk',
    heading: hasPassword ? 'Choose a new password' : 'Set up your sign-in to Arrival Desk',
    paragraphs: [
      `Hello ${toOneLine(name)},`,
      hasPassword
        ? `${sender} has sent you this link to choose a new password for Arrival Desk.`
        : `Your role in Arrival Desk is ${role}. ${sender} has sent you this link to choose a password and sign in with it.`,
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

interface ChangedPassword {
  memberId: number;
  provider: MailServiceProvider;
  askedBy: number;
}

export async function queuePasswordChanged(tx: Transaction, changed: ChangedPassword): Promise<void> {
  const [member] = await tx.select({ email: members.email }).from(members).where(eq(members.id, changed.memberId));
  const [mail] = await insertMails(tx, [
    { ...changed, recipient: member!.email, orderId: null, kind: 'passwordChanged' },
  ]);
  await addMailJobs(tx, [mail!], 'single');
}

interface PasswordChange {
  name: string;
  at: Date;
  /** Name of the other member who changed it, or null. */
  by: string | null;
}

/** Returns null if the member has been deleted. */
export async function findPasswordChange(db: Database, mailId: number): Promise<PasswordChange | null> {
  const { rows } = await db.execute(sql`
    select members.name, mails.created_at as at, case when mails.asked_by <> members.id then askers.name end as by
    from mails join members on members.id = mails.member_id join members as askers on askers.id = mails.asked_by
    where mails.id = ${mailId} and members.deleted_at is null`);
  const [found] = rows as { name: string; at: string | Date; by: string | null }[];
  return found ? { ...found, at: new Date(found.at) } : null;
}

/** Rules 14.28. */
export function passwordChangedText({ name, at, by }: PasswordChange, staffUrl: string): MailText {
  return {
    subject: 'Your Arrival Desk password has changed',
    heading: 'Your password has changed',
    paragraphs: [
      `Hello ${toOneLine(name)},`,
      `${by === null ? 'You changed' : `${toOneLine(by)} changed`} your password for Arrival Desk on ${packMinute(at)}.`,
    ],
    button: { label: 'Sign in', address: staffUrl },
    afterButton: ['Not expecting this? Ask an Admin right away for a link to choose a new password.'],
    ...ofProduct(staffUrl),
  };
}
