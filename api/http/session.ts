import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { SessionUser } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { derivedKey } from '../signing/derivedKey.ts';
import type { Member } from './member.ts';
import { Refusal } from './Refusal.ts';
import { findSessionMember, insertSession } from './sessionQueries.ts';

const hoursOfSession = 12;
const payload = v.object({ sid: v.pipe(v.string(), v.uuid()), exp: v.number() });
type Claims = v.InferOutput<typeof payload>;

/** Begins a session and answers its token: `{user: {id, name, type}, sid, iat, exp}`, HS256. */
export async function beginSession(db: Database, secret: Uint8Array, user: SessionUser): Promise<string> {
  const sid = randomUUID();
  const expiresAt = new Date(Date.now() + hoursOfSession * 3_600_000);
  await insertSession(db, { id: sid, memberId: user.id, expiresAt });
  const token = await new SignJWT({ user, sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(derivedKey(secret, 'session'));
  remember(secret, token, { sid, exp: expiresAt.getTime() / 1_000 });
  return token;
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

const verified = new WeakMap<Uint8Array, Map<string, Claims>>();
const verifiedAtMost = 10_000;

/**
 * The session that a genuine token names. Its signature is verified once, for it cannot become false; the token can expire.
 * The database says at each request whether the session still lives.
 */
async function sessionOfToken(secret: Uint8Array, token: string): Promise<string> {
  const before = verified.get(secret)?.get(token);
  if (before && before.exp > Date.now() / 1_000) return before.sid;
  const { payload: claims } = await jwtVerify(token, derivedKey(secret, 'session'), { algorithms: ['HS256'] });
  const parsed = v.parse(payload, claims);
  remember(secret, token, parsed);
  return parsed.sid;
}

function remember(secret: Uint8Array, token: string, claims: Claims) {
  const known = verified.get(secret) ?? new Map<string, Claims>();
  verified.set(secret, known);
  if (known.size >= verifiedAtMost) known.clear();
  known.set(token, claims);
}
