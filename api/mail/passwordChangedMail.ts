import { eq, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields';
import { asOneLine } from 'shared/api/visibleText';
import { packMinute } from 'shared/format/dates';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { addMailJobs } from './mailQueue.ts';
import { insertMails } from './mailQueries.ts';
import type { MailText } from './templates/mailText.ts';

interface ChangedPassword {
  memberId: number;
  provider: MailServiceProvider;
  /** The member who changed it. */
  askedBy: number;
}

/** Tells a member by mail that their password has changed, in the transaction of the change. */
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
  /** The name of the member who did it; null: the member did. */
  by: string | null;
}

/** Returns null when the member has been deleted since. */
export async function findPasswordChange(db: Database, mailId: number): Promise<PasswordChange | null> {
  const { rows } = await db.execute(sql`
    select members.name, mails.created_at as at, case when mails.asked_by <> members.id then askers.name end as by
    from mails join members on members.id = mails.member_id join members as askers on askers.id = mails.asked_by
    where mails.id = ${mailId} and members.deleted_at is null`);
  const [found] = rows as { name: string; at: string | Date; by: string | null }[];
  return found ? { ...found, at: new Date(found.at) } : null;
}

/** The words of the mail (rules 14.28). */
export function passwordChangedText({ name, at, by }: PasswordChange, staffUrl: string): MailText {
  return {
    subject: 'Your Arrival Desk password has changed',
    heading: 'Your password has changed',
    paragraphs: [
      `Hello ${asOneLine(name)},`,
      `${by === null ? 'You changed' : `${asOneLine(by)} changed`} your password for Arrival Desk on ${packMinute(at)}.`,
    ],
    button: { label: 'Sign in', address: staffUrl },
    afterButton: ['If you did not expect this, ask an Admin at once for a link to choose another password.'],
    links: [],
    support: null,
    brand: { name: 'Arrival Desk', domain: new URL(staffUrl).host, home: staffUrl },
  };
}
