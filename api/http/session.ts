import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { and, eq, gt, sql } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { SessionUser } from 'shared/api/sessionCalls';
import type { Database, Transaction } from '../db/database.ts';
import { readPrepared } from '../db/readPrepared.ts';
import { sessions } from '../db/schema/members.ts';
import type { Desk } from '../desk/desk.ts';
import { derivedKey } from '../signing/derivedKey.ts';
import type { Member } from './member.ts';
import { Refusal } from './Refusal.ts';

const hoursOfSession = 12;
const payload = v.object({ sid: v.pipe(v.string(), v.uuid()), exp: v.number() });

/** Begins a session and answers its token: `{user: {id, name, type}, sid, iat, exp}`, HS256. */
export async function beginSession(db: Database, secret: Uint8Array, user: SessionUser): Promise<string> {
  const sid = randomUUID();
  const expiresAt = new Date(Date.now() + hoursOfSession * 3_600_000);
  await insertSession(db, { id: sid, memberId: user.id, expiresAt });
  return new SignJWT({ user, sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(derivedKey(secret, 'session'));
}

/**
 * The member of a bare `Authorization` header. The token alone is worth nothing: session, member and role are read from
 * the database at each request, so whoever logged out, was deleted or demoted is out at once. Throws a 401.
 */
export async function readSession(desk: Desk, authorization: string | undefined): Promise<Member> {
  if (!authorization) throw new Refusal(401, 'Please sign in.');
  const member = await memberOfToken(desk, authorization);
  if (!member) throw sessionEnded();
  return member;
}

/** What a dead session is told. */
export const sessionEnded = () => new Refusal(401, 'Your session has ended. Please sign in again.');

async function memberOfToken({ database, secret }: Desk, token: string): Promise<Member | null> {
  try {
    return await findSessionMember(database.db, await sessionOfToken(secret, token));
  } catch (error) {
    // Whatever is wrong with the token; anything else (the database) is not its fault.
    if (error instanceof v.ValiError || error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Whether a token is genuine, which costs no question to the database; whether its session still lives, is not said. */
export const isGenuineSession = (secret: Uint8Array, token: string): Promise<boolean> =>
  sessionOfToken(secret, token).then(
    () => true,
    () => false,
  );

type Claims = v.InferOutput<typeof payload>;

/** The claims of tokens whose signature was verified, by the secret that signed them. */
const verified = new WeakMap<Uint8Array, Map<string, Claims>>();
const maxVerified = 10_000;

/**
 * The session that a genuine token names. A signature is verified once, since it cannot become false; the expiry is checked
 * each time. The database says at each request whether the session still lives.
 */
async function sessionOfToken(secret: Uint8Array, token: string): Promise<string> {
  const tokens = verified.get(secret) ?? new Map<string, Claims>();
  const known = tokens.get(token);
  if (known && known.exp > Date.now() / 1_000) return known.sid;
  const { payload: claims } = await jwtVerify(token, derivedKey(secret, 'session'), { algorithms: ['HS256'] });
  const parsed = v.parse(payload, claims);
  if (tokens.size >= maxVerified) tokens.clear();
  verified.set(secret, tokens.set(token, parsed));
  return parsed.sid;
}

export async function insertSession(db: Database, session: { id: string; memberId: number; expiresAt: Date }) {
  await db.insert(sessions).values(session);
}

const sessionMembers = sql`
  select members.id, members.name, members.email, members.role, sessions.id as "sessionId"
  from sessions join members on members.id = sessions.member_id
  where sessions.id = any (${sql.placeholder('sessionIds')}::uuid[])
    and sessions.expires_at > now() and members.deleted_at is null`;

/** One for each database. It keeps no answer, so a request that comes after a sign-out reads after it. */
const loaders = new WeakMap<Database, DataLoader<string, Member | null>>();

/** The live member of a live session; null otherwise. Requests of one turn of the event loop share a statement. */
export function findSessionMember(db: Database, sessionId: string): Promise<Member | null> {
  const loader = loaders.get(db) ?? newLoader(db);
  loaders.set(db, loader);
  return loader.load(sessionId);
}

function newLoader(db: Database) {
  return new DataLoader<string, Member | null>(
    async (sessionIds) => {
      const found = await readPrepared<Member>(db, sessionMembers, { sessionIds });
      const bySession = new Map(found.map((member) => [member.sessionId, member]));
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
