import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { passwordLinks } from '../db/schema/mails.ts';

const opens = (digest: string) =>
  and(eq(passwordLinks.tokenDigest, digest), gt(passwordLinks.expiresAt, sql`now()`), isNull(members.deletedAt));

/** Whether a link opens still; using it is for `takePasswordLink`. */
export async function passwordLinkOpens(db: Database, digest: string): Promise<boolean> {
  const found = await db
    .select({ memberId: passwordLinks.memberId })
    .from(passwordLinks)
    .innerJoin(members, eq(members.id, passwordLinks.memberId))
    .where(opens(digest));
  return found.length > 0;
}

/**
 * Uses a link up, of several at once for one of them. Answers whose it was; null: it opens nothing (any more). The member is
 * held first, as in every other change of a password: so none waits for another in a circle.
 */
export async function takePasswordLink(tx: Transaction, digest: string): Promise<{ id: number; email: string } | null> {
  const [member] = await tx
    .select({ id: members.id, email: members.email })
    .from(members)
    .innerJoin(passwordLinks, eq(passwordLinks.memberId, members.id))
    .where(opens(digest))
    .for('no key update', { of: members });
  if (!member) return null;
  const taken = await tx
    .delete(passwordLinks)
    .where(and(eq(passwordLinks.memberId, member.id), eq(passwordLinks.tokenDigest, digest)))
    .returning({ memberId: passwordLinks.memberId });
  return taken.length > 0 ? member : null;
}

/** Whoever had the link of this member cannot use it any more. */
export async function dropPasswordLink(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(passwordLinks).where(eq(passwordLinks.memberId, memberId));
}
