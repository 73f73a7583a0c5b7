import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { SessionUser } from 'shared/api/sessionCalls';
import type { Role } from 'shared/rules/permissions';
import type { AppContext } from '../context/AppContext.ts';
import type { Database } from '../db/database.ts';
import { prepareRead } from '../db/prepareRead.ts';
import { sessions } from '../db/schema/members.ts';
import { readToken, signToken } from '../signing/tokens.ts';
import { HttpError } from './HttpError.ts';

export interface Member {
  id: number;
  name: string;
  email: string;
  role: Role;
  sessionId: string;
}

/** The acting member, in a request or in a background job. */
export type Actor = Pick<Member, 'id' | 'name' | 'role'>;

const sessionHours = 12;
const claims = v.object({ sid: v.pipe(v.string(), v.uuid()) });

/** Begins a session and returns its token: `{user: {id, name, type}, sid, iat, exp}`, HS256. */
export async function beginSession(db: Database, secret: Uint8Array, user: SessionUser): Promise<string> {
  const sid = randomUUID();
  const expiresAt = new Date(Date.now() + sessionHours * 3_600_000);
  await db.insert(sessions).values({ id: sid, memberId: user.id, expiresAt });
  return signToken(secret, 'session', { user, sid, iat: Math.floor(Date.now() / 1_000) }, expiresAt);
}

/** Throws 401. Reads session and member at each request, so logout, deletion and demotion take effect at once. */
export async function readSession(
  { database, secret }: AppContext,
  authorization: string | undefined,
): Promise<Member> {
  if (!authorization) throw new HttpError(401, 'Please sign in.');
  const sessionId = await sessionOfToken(secret, authorization);
  const member = sessionId && (await findSessionMember(database.db, sessionId));
  if (!member) throw sessionEnded();
  return member;
}

export const sessionEnded = () => new HttpError(401, 'Your session has ended. Please sign in again.');

/** The session id of a genuine token that has not expired, or null. The session may have ended. */
export async function sessionOfToken(secret: Uint8Array, token: string): Promise<string | null> {
  return (await readToken(secret, 'session', token, { claims }))?.sid ?? null;
}

const readMembers = prepareRead<Member>(sql`
  select members.id, members.name, members.email, members.role, sessions.id as "sessionId"
  from sessions join members on members.id = sessions.member_id
  where sessions.id = any (${sql.placeholder('sessionIds')}::uuid[])
    and sessions.expires_at > now() and members.deleted_at is null`);

/** The loaders batch but do not cache, so that a request after a sign-out is refused. */
const loaders = new WeakMap<Database, DataLoader<string, Member | null>>();

/** Returns null if the session has ended or its member was deleted. Concurrent requests share one statement. */
export function findSessionMember(db: Database, sessionId: string): Promise<Member | null> {
  const loader = loaders.get(db) ?? newLoader(db);
  loaders.set(db, loader);
  return loader.load(sessionId);
}

function newLoader(db: Database) {
  return new DataLoader<string, Member | null>(
    async (sessionIds) => {
      const found = await readMembers(db, { sessionIds });
      const bySession = new Map(found.map((member) => [member.sessionId, member]));
      return sessionIds.map((sessionId) => bySession.get(sessionId) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
}

export async function deleteSession(db: Database, sessionId: string) {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

export async function deleteSessionsOf(db: Database, memberId: number) {
  await db.delete(sessions).where(eq(sessions.memberId, memberId));
}
