import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
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
