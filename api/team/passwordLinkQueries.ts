import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { passwordLinks } from '../db/schema/mails.ts';

const opensAt = (digest: string) =>
  and(eq(passwordLinks.tokenDigest, digest), isNull(passwordLinks.usedAt), gt(passwordLinks.expiresAt, sql`now()`));
const opens = (digest: string) => and(opensAt(digest), isNull(members.deletedAt));

export async function isPasswordLinkValid(db: Database, digest: string): Promise<boolean> {
  const found = await db
    .select({ memberId: passwordLinks.memberId })
    .from(passwordLinks)
    .innerJoin(members, eq(members.id, passwordLinks.memberId))
    .where(opens(digest));
  return found.length > 0;
}

/** Uses up a link, or returns null if it is dead. Locks the member before the link, to prevent deadlocks. */
export async function consumePasswordLink(
  tx: Transaction,
  digest: string,
): Promise<{ id: number; email: string } | null> {
  const [member] = await tx
    .select({ id: members.id, email: members.email })
    .from(members)
    .innerJoin(passwordLinks, eq(passwordLinks.memberId, members.id))
    .where(opens(digest))
    .for('no key update', { of: members });
  if (!member) return null;
  const taken = await tx
    .update(passwordLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordLinks.memberId, member.id), opensAt(digest)))
    .returning({ memberId: passwordLinks.memberId });
  return taken.length > 0 ? member : null;
}

export async function wasPasswordLinkUsed(db: Database, digest: string): Promise<boolean> {
  return (
    (await db.$count(passwordLinks, and(eq(passwordLinks.tokenDigest, digest), isNotNull(passwordLinks.usedAt)))) > 0
  );
}

export async function deletePasswordLink(tx: Transaction, memberId: number): Promise<void> {
  await tx.delete(passwordLinks).where(eq(passwordLinks.memberId, memberId));
}
