import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { readPrepared } from '../db/readPrepared.ts';
import { sessions } from '../db/schema/members.ts';
import type { Member } from './member.ts';

export async function insertSession(db: Database, session: { id: string; memberId: number; expiresAt: Date }) {
  await db.insert(sessions).values(session);
}

const sessionMembers = sql`
  select members.id, members.name, members.email, members.role, sessions.id as "sessionId"
  from sessions join members on members.id = sessions.member_id
  where sessions.id = any (${sql.placeholder('sessionIds')}::uuid[])
    and sessions.expires_at > now() and members.deleted_at is null`;

/** What is asked in one turn of the event loop, by database. */
const asked = new WeakMap<Database, { ids: Set<string>; answer: Promise<Map<string, Member>> }>();

/**
 * The live member of a live session; null otherwise. Each call asks this, and those that arrive at the same moment ask
 * together: once they have all arrived, so that none is told what was true before it came.
 */
export async function findSessionMember(db: Database, sessionId: string): Promise<Member | null> {
  const together = asked.get(db) ?? askSoon(db);
  together.ids.add(sessionId);
  return (await together.answer).get(sessionId) ?? null;
}

function askSoon(db: Database) {
  const ids = new Set<string>();
  const answer = setImmediate().then(async () => {
    asked.delete(db);
    const members = await readPrepared<Member>(db, sessionMembers, { sessionIds: [...ids] });
    return new Map(members.map((member) => [member.sessionId, member]));
  });
  const together = { ids, answer };
  asked.set(db, together);
  return together;
}

/** Ends one session: its token is dead at the next request. */
export async function deleteSession(db: Database, sessionId: string) {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}
