import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { passwordLinks } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { addressKey } from '../http/connections.ts';
import { HttpError } from '../http/HttpError.ts';
import { deleteSessionsOf } from '../http/session.ts';
import { queuePasswordChanged } from '../mail/passwordMails.ts';
import { hashPasswordToken } from '../signing/tokens.ts';
import { findPasswordHash, setPasswordHash } from './memberQueries.ts';
import { hashNewPassword } from './password.ts';
import { passwordThrottle } from './signIn.ts';

/** Only attempts with dead links count (rule 14.23). */
const throttle = passwordThrottle('choosePassword');

const deadLink = 'This link has expired or was replaced by a newer one. Ask for a new link.';
const usedLink = 'This link has already been used. Sign in with the password you chose, or ask for a new link.';

interface Link {
  token: string;
  address: string;
}

/** Ends all of the member's sessions. Throws like `withLink`. */
export async function choosePassword(
  db: Database,
  { password, provider, ...link }: Link & { password: string; provider: MailServiceProvider },
) {
  const chosen = await withLink(db, link, async (digest) => {
    // Checked first, so that a dead link costs no Argon2 hash.
    if (!(await isPasswordLinkValid(db, digest))) return null;
    const passwordHash = await hashNewPassword(password);
    return inTransaction(db, async (tx) => {
      const member = await consumePasswordLink(tx, digest);
      if (!member) return null;
      const isFirst = (await findPasswordHash(tx, member.id)) === null;
      await setPasswordHash(tx, member.id, passwordHash);
      await deleteSessionsOf(tx, member.id);
      if (!isFirst) await queuePasswordChanged(tx, { memberId: member.id, provider, askedBy: member.id });
      return member;
    });
  });
  return { message: 'Your password is set. Sign in with it.', data: chosen };
}

/** Lets the page check its link before it asks for a password. Throws like `withLink`. */
export async function checkPasswordLink(db: Database, link: Link) {
  await withLink(db, link, async (digest) => (await isPasswordLinkValid(db, digest)) || null);
  return { message: 'The link works.', data: null };
}

/** If `use` returns null, the link is dead: throws 404, or 429 after too many dead links. */
async function withLink<T>(db: Database, { token, address }: Link, use: (digest: string) => Promise<T | null>) {
  const digest = hashPasswordToken(token);
  const used = await throttle.attempt(db, { caller: addressKey(address), subject: token }, () => use(digest));
  if (used !== null) return used;
  const wasUsed = and(eq(passwordLinks.tokenDigest, digest), isNotNull(passwordLinks.usedAt));
  throw new HttpError(404, (await db.$count(passwordLinks, wasUsed)) > 0 ? usedLink : deadLink);
}

const isUsable = (digest: string) => sql`token_digest = ${digest} and used_at is null and expires_at > now()`;

async function isPasswordLinkValid(db: Database, digest: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${passwordLinks} join ${members} on members.id = member_id
    where ${isUsable(digest)} and deleted_at is null`);
  return rows.length > 0;
}

/** Uses up a link, or returns null if it is dead. Locks the member before the link, to prevent deadlocks. */
async function consumePasswordLink(tx: Transaction, digest: string): Promise<{ id: number; email: string } | null> {
  const { rows } = await tx.execute<{ id: number; email: string }>(sql`
    select members.id, members.email from ${members} join ${passwordLinks} on members.id = member_id
    where ${isUsable(digest)} and deleted_at is null
    for no key update of members`);
  const [member] = rows;
  if (!member) return null;
  const used = await tx.execute(sql`
    update ${passwordLinks} set used_at = now() where member_id = ${member.id} and ${isUsable(digest)}
    returning member_id`);
  return used.rows.length > 0 ? member : null;
}

export async function deletePasswordLink(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(passwordLinks).where(eq(passwordLinks.memberId, memberId));
}
