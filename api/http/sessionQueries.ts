import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { members, sessions } from '../db/schema.ts';
import type { Member } from './session.ts';

export async function insertSession(db: Database, session: { id: string; memberId: number; expiresAt: Date }) {
  await db.insert(sessions).values(session);
}

/** The live member of a live session; null otherwise. */
export async function findSessionMember(db: Database, sessionId: string): Promise<Member | null> {
  const [member] = await db
    .select({ id: members.id, name: members.name, email: members.email, role: members.role, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, sql`now()`), isNull(members.deletedAt)));
  return member ?? null;
}

/** Ends one session: its token is dead at the next request. */
export async function deleteSession(db: Database, sessionId: string) {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}
