import DataLoader from 'dataloader';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
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

/**
 * One for each database. It keeps no answer, and asks once all have arrived that do so in one turn of the event loop:
 * so none is told what was true before it came.
 */
const loaders = new WeakMap<Database, DataLoader<string, Member | null>>();

/** The live member of a live session; null otherwise. Each call asks this; those that arrive together ask together. */
export function findSessionMember(db: Database, sessionId: string): Promise<Member | null> {
  const loader = loaders.get(db) ?? newLoader(db);
  loaders.set(db, loader);
  return loader.load(sessionId);
}

function newLoader(db: Database) {
  return new DataLoader<string, Member | null>(
    async (sessionIds) => {
      const members = await readPrepared<Member>(db, sessionMembers, { sessionIds });
      const bySession = new Map(members.map((member) => [member.sessionId, member]));
      return sessionIds.map((sessionId) => bySession.get(sessionId) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
}

/** Ends one session: its token is dead at the next request. */
export async function deleteSession(db: Database, sessionId: string) {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends all sessions of a member, on whatever device. */
export async function deleteSessionsOf(db: Database, memberId: number) {
  await db.delete(sessions).where(eq(sessions.memberId, memberId));
}

/** Whether a session began within so many seconds. */
export async function isSessionFresh(db: Database, sessionId: string, seconds: number): Promise<boolean> {
  const began = gt(sessions.createdAt, sql`now() - make_interval(secs => ${seconds})`);
  return (await db.$count(sessions, and(eq(sessions.id, sessionId), began))) === 1;
}

/** Whether a session lives now, as this transaction sees it. */
export async function isSessionAlive(tx: Transaction, sessionId: string): Promise<boolean> {
  return (await tx.$count(sessions, and(eq(sessions.id, sessionId), gt(sessions.expiresAt, sql`now()`)))) === 1;
}
