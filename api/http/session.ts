import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { SessionUser } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk.ts';
import { derivedKey } from './derivedKey.ts';
import type { Member } from './member.ts';
import { Refusal } from './Refusal.ts';
import { findSessionMember, insertSession } from './sessionQueries.ts';

const hoursOfSession = 12;
const payload = v.object({ sid: v.pipe(v.string(), v.uuid()) });

/** Begins a session and answers its token: `{user: {id, name, type}, sid, iat, exp}`, HS256. */
export async function beginSession(db: Database, secret: Uint8Array, user: SessionUser): Promise<string> {
  const sid = randomUUID();
  const expiresAt = new Date(Date.now() + hoursOfSession * 3_600_000);
  await insertSession(db, { id: sid, memberId: user.id, expiresAt });
  return new SignJWT({ user, sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(sessionKey(secret));
}

/**
 * The member of a bare `Authorization` header. The token alone is worth nothing: session, member and role are read from
 * the database at each request, so whoever logged out, was deleted or demoted is out at once. Throws a 401.
 */
export async function readSession(desk: Desk, authorization: string | undefined): Promise<Member> {
  if (!authorization) throw new Refusal(401, 'Please sign in.');
  const member = await memberOfToken(desk, authorization);
  if (!member) throw new Refusal(401, 'Your session has ended. Please sign in again.');
  return member;
}

async function memberOfToken({ database, secret }: Desk, token: string): Promise<Member | null> {
  try {
    return await findSessionMember(database.db, await sessionOfToken(secret, token));
  } catch (error) {
    if (error instanceof v.ValiError || isTokenFault(error)) return null;
    throw error;
  }
}

const verified = new WeakMap<Uint8Array, Map<string, string>>();
const verifiedAtMost = 10_000;

/**
 * The session that a genuine token names. A token is verified once, for it cannot become false; whether its session
 * still lives, the database says at each request.
 */
async function sessionOfToken(secret: Uint8Array, token: string): Promise<string> {
  const known = verified.get(secret) ?? new Map<string, string>();
  verified.set(secret, known);
  const before = known.get(token);
  if (before) return before;
  const { payload: claims } = await jwtVerify(token, sessionKey(secret), { algorithms: ['HS256'] });
  const { sid } = v.parse(payload, claims);
  if (known.size >= verifiedAtMost) known.clear();
  known.set(token, sid);
  return sid;
}

const keys = new WeakMap<Uint8Array, KeyObject>();

/** Derived once: each call of the API verifies with it. */
function sessionKey(secret: Uint8Array): KeyObject {
  const known = keys.get(secret) ?? createSecretKey(derivedKey(secret, 'session'));
  keys.set(secret, known);
  return known;
}

/** jose's own errors carry codes such as ERR_JWT_EXPIRED; anything else (the database) is not the token's fault. */
const isTokenFault = (error: unknown) => /^ERR_JW/.test((error as { code?: string }).code ?? '');
