import { and, eq, sql } from 'drizzle-orm';
import { passwordLinkHours } from 'shared/rules/team';
import type { Role } from 'shared/rules/permissions';
import type { Database, Transaction } from '../db/database.ts';
import { mails, passwordLinks } from '../db/schema/mails.ts';

/** What the mail with a link tells. */
export interface LinkLetter {
  name: string;
  role: Role;
  /** They can sign in already, and choose another password. */
  hasPassword: boolean;
  /** Who sent it, whom an answer goes to. */
  by: { name: string; email: string };
}

/** Whether the mail of the member's link has not gone yet, and goes to this address. */
export async function isLinkOnItsWay(
  tx: Transaction,
  { memberId, recipient }: { memberId: number; recipient: string },
): Promise<boolean> {
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

/** The member's link is now the one of this mail; one that was sent before is worth nothing any more. */
export async function replacePasswordLink(tx: Transaction, link: { memberId: number; mailId: number }): Promise<void> {
  const { mailId } = link;
  await tx
    .insert(passwordLinks)
    .values(link)
    .onConflictDoUpdate({ target: passwordLinks.memberId, set: { mailId, tokenDigest: null, expiresAt: null } });
}

/**
 * The link of this mail opens by this token from now on, for a day. A mail that surely did not go gets another one. Null:
 * a newer link was asked for, or there is nobody any more who could use it.
 */
export async function openPasswordLink(db: Database, mailId: number, digest: string): Promise<LinkLetter | null> {
  const { rows } = await db.execute(sql`
    update ${passwordLinks} set token_digest = ${digest},
      expires_at = now() + make_interval(hours => ${sql.raw(String(passwordLinkHours))})
    from mails join members on members.id = mails.member_id join members as senders on senders.id = mails.asked_by
    where password_links.mail_id = ${mailId} and mails.id = password_links.mail_id and members.deleted_at is null
    returning members.name, members.role, members.password_hash is not null as "hasPassword",
      senders.name as "byName", senders.email as "byEmail"`);
  const [found] = rows as { name: string; role: Role; hasPassword: boolean; byName: string; byEmail: string }[];
  if (!found) return null;
  const { byName, byEmail, ...letter } = found;
  return { ...letter, by: { name: byName, email: byEmail } };
}
