import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';

/** Case-insensitive. */
export async function findMemberByEmail(db: Database, email: string) {
  const [member] = await db
    .select()
    .from(members)
    .where(and(sql`lower(${members.email}) = ${email.toLowerCase()}`, isNull(members.deletedAt)));
  return member;
}

export async function findNamesakes(db: Database, { name, email }: { name: string; email: string }, except = 0) {
  const { rows: found } = await db.execute<{ name: string; sameName: boolean; sameEmail: boolean }>(sql`
    select name, name = ${name} as "sameName", lower(email) = ${email.toLowerCase()} as "sameEmail" from ${members}
    where deleted_at is null and id <> ${except} and (name = ${name} or lower(email) = ${email.toLowerCase()})
    order by id`);
  return {
    sameName: found.find((other) => other.sameName)?.name ?? null,
    sameEmail: found.find((other) => other.sameEmail)?.name ?? null,
  };
}

export async function findActiveMember(db: Database, id: number) {
  const [member] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)));
  return member;
}

export async function findPasswordHash(db: Database, id: number): Promise<string | null> {
  const [member] = await db.select({ passwordHash: members.passwordHash }).from(members).where(eq(members.id, id));
  return member?.passwordHash ?? null;
}

export async function insertMember(db: Database, member: typeof members.$inferInsert): Promise<number> {
  const [added] = await db.insert(members).values(member).returning({ id: members.id });
  return added!.id;
}

/** Locks the member's row, so a concurrent sign-in with the old password waits and then fails. */
export async function setPasswordHash(tx: Transaction, id: number, passwordHash: string) {
  await tx.update(members).set({ passwordHash }).where(eq(members.id, id));
}
