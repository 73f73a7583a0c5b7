import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { readPrepared } from '../db/readPrepared.ts';
import { sessions } from '../db/schema.ts';
import type { Member } from './session.ts';

export async function insertSession(db: Database, session: { id: string; memberId: number; expiresAt: Date }) {
  await db.insert(sessions).values(session);
}

const sessionMember = sql`
  select members.id, members.name, members.email, members.role, sessions.id as "sessionId"
  from sessions join members on members.id = sessions.member_id
  where sessions.id = ${sql.placeholder('sessionId')}::uuid and sessions.expires_at > now() and members.deleted_at is null`;

/** The live member of a live session; null otherwise. Each call asks this. */
export async function findSessionMember(db: Database, sessionId: string): Promise<Member | null> {
  const [member] = await readPrepared<Member>(db, sessionMember, { sessionId });
  return member ?? null;
}

/** Ends one session: its token is dead at the next request. */
export async function deleteSession(db: Database, sessionId: string) {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}
