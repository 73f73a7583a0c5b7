import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';

/** A live member by e-mail, in any case. */
export async function findMemberByEmail(db: Database, email: string) {
  const [member] = await db
    .select()
    .from(members)
    .where(and(sql`lower(${members.email}) = ${email.toLowerCase()}`, isNull(members.deletedAt)));
  return member;
}

/** A live member by name. Names are unique. */
export async function findMemberByName(db: Database, name: string) {
  const [member] = await db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(eq(members.name, name), isNull(members.deletedAt)));
  return member;
}

/** A member by id, unless they were deleted. */
export async function findLivingMember(db: Database, id: number) {
  const [member] = await db
    .select({ id: members.id, name: members.name, role: members.role })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)));
  return member;
}

export async function insertMember(db: Database, member: typeof members.$inferInsert) {
  await db.insert(members).values(member);
}

/** Stores another password. The member's row is held until the transaction ends, so nobody signs in meanwhile. */
export async function setPasswordHash(tx: Transaction, id: number, passwordHash: string) {
  await tx.update(members).set({ passwordHash }).where(eq(members.id, id));
}

/**
 * Whether this is still the stored password of a living member. It stays so until the transaction ends: who would change
 * it waits, and finds what was done here.
 */
export async function holdPassword(tx: Transaction, id: number, passwordHash: string): Promise<boolean> {
  const [held] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), eq(members.passwordHash, passwordHash), isNull(members.deletedAt)))
    .for('share');
  return held !== undefined;
}
