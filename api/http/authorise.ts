import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import DataLoader from 'dataloader';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Call } from 'shared/api/call';
import { trackAgain } from 'shared/api/customerCalls';
import type { SessionUser } from 'shared/api/sessionCalls';
import { type Action, may, type Role, whoMay } from 'shared/rules/permissions';
import type { Database, Transaction } from '../db/database.ts';
import { readPrepared } from '../db/readPrepared.ts';
import { sessions } from '../db/schema/members.ts';
import type { Desk } from '../desk/desk.ts';
import type { Settings } from '../settings/settings.ts';
import { orderOfCustomerToken, readToken, signToken } from '../signing/tokens.ts';
import { Refusal } from './Refusal.ts';

/** A customer's token opens one order. */
export interface Customer {
  orderId: string;
}

/** Who calls: a member, the customer of one order, or nobody in particular. */
export interface Caller {
  member: Member | null;
  customer: Customer | null;
}

/** 401, and 403 by the call's own right: all that the headers alone can tell. Nothing of the body is needed. */
export async function authorise({ headers }: FastifyRequest, { needs }: Call, desk: Desk): Promise<Caller> {
  const { authorization } = headers;
  if (needs === 'anyone') return { member: null, customer: null };
  if (needs === 'intake') {
    if (!hasIntakeKey({ headers }, desk.settings)) throw new Refusal(401, 'The X-Api-Key is missing or wrong.');
    return { member: null, customer: null };
  }
  if (needs === 'customer') {
    const orderId = authorization ? await orderOfCustomerToken(desk.secret, authorization) : null;
    if (!orderId) throw new Refusal(401, trackAgain);
    return { member: null, customer: { orderId } };
  }
  const member = await readSession(desk, authorization);
  requireRight(member.role, needs);
  return { member, customer: null };
}

/** 403 unless the role may. */
export function requireRight(role: Role, action: Action): void {
  if (!may(role, action)) throw new Refusal(403, `Only ${whoMay(action)} can do this.`);
}

/** The member making a call, as the database has them now. */
export interface Member {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Their session, which logout ends. */
  sessionId: string;
}

/** The member acting, in a request or in a background job. */
export type Actor = Pick<Member, 'id' | 'name' | 'role'>;

/**
 * Whether a request carries the intake's key; never, while none is set. Digests are compared: they have one length, and the
 * time it takes reveals nothing of the key.
 */
export function hasIntakeKey({ headers }: Pick<FastifyRequest, 'headers'>, { intakeApiKey }: Settings): boolean {
  const given = headers['x-api-key'];
  if (!intakeApiKey || typeof given !== 'string') return false;
  return timingSafeEqual(digest(given), digest(intakeApiKey));
}

const digest = (key: string) => createHash('sha256').update(key).digest();

const hoursOfSession = 12;
const claims = v.object({ sid: v.pipe(v.string(), v.uuid()), exp: v.number() });

/** Begins a session and returns its token: `{user: {id, name, type}, sid, iat, exp}`, HS256. */
export async function beginSession(db: Database, secret: Uint8Array, user: SessionUser): Promise<string> {
  const sid = randomUUID();
  const expiresAt = new Date(Date.now() + hoursOfSession * 3_600_000);
  await insertSession(db, { id: sid, memberId: user.id, expiresAt });
  return signToken(secret, 'session', { user, sid, iat: Math.floor(Date.now() / 1_000) }, expiresAt);
}

/**
 * The member of a bare `Authorization` header. The token alone is worth nothing: session, member and role are read from
 * the database at each request, so whoever logged out, was deleted or demoted is out at once. Throws a 401.
 */
export async function readSession({ database, secret }: Desk, authorization: string | undefined): Promise<Member> {
  if (!authorization) throw new Refusal(401, 'Please sign in.');
  const sessionId = await sessionOfToken(secret, authorization);
  const member = sessionId && (await findSessionMember(database.db, sessionId));
  if (!member) throw sessionEnded();
  return member;
}

/** The refusal of a session that has ended. */
export const sessionEnded = () => new Refusal(401, 'Your session has ended. Please sign in again.');

/** Whether a token is genuine, without asking the database whether its session still lives. */
export const isGenuineSession = async (secret: Uint8Array, token: string): Promise<boolean> =>
  (await sessionOfToken(secret, token)) !== null;

type Claims = v.InferOutput<typeof claims>;

/** The claims of tokens whose signature was verified, by the secret that signed them. */
const verified = new WeakMap<Uint8Array, Map<string, Claims>>();
const maxVerified = 10_000;

/**
 * The session that a genuine token names, else null. A signature is verified once, since it cannot become false; the expiry
 * is checked each time. The database says at each request whether the session still lives.
 */
async function sessionOfToken(secret: Uint8Array, token: string): Promise<string | null> {
  const tokens = verified.get(secret) ?? new Map<string, Claims>();
  const known = tokens.get(token);
  if (known && known.exp > Date.now() / 1_000) return known.sid;
  const read = await readToken(secret, 'session', token, { claims });
  if (!read) return null;
  if (tokens.size >= maxVerified) tokens.clear();
  verified.set(secret, tokens.set(token, read));
  return read.sid;
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

/** Ends all sessions of a member, on every device. */
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
