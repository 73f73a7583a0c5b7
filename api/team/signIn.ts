import { createHash, randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { type SessionUser, sessionCalls } from 'shared/api/sessionCalls';
import type { Database } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { addressKey } from '../http/connections.ts';
import { type Attempt, deviceCallerKey, AttemptThrottle } from '../http/AttemptThrottle.ts';
import { HttpError } from '../http/HttpError.ts';
import { beginSession } from '../http/session.ts';
import { readToken, signToken } from '../signing/tokens.ts';
import { findMemberByEmail } from './memberQueries.ts';
import { maxConcurrentHashes, verifyPassword } from './password.ts';

/** A throttle for password guesses (rule 3.4). Only failures count. */
export const passwordThrottle = (scope: Attempt['scope']) =>
  new AttemptThrottle(
    scope,
    {
      perCaller: { failures: 10, seconds: 60 },
      perSubject: { failures: 5, seconds: 15 * 60 },
      extraUnknownCallers: 20,
    },
    // Few attempts may wait, so that each gets its answer within a second.
    { concurrency: maxConcurrentHashes, maxWaiting: 20 },
  );

const throttle = passwordThrottle('signIn');

const wrong = 'The email or password is incorrect. Check both, then try again.';

/** An unknown email and a wrong password get the same response and take equally long. */
export async function signIn(
  db: Database,
  secret: Uint8Array,
  { email, password, address, mark }: { email: string; password: string; address: string; mark: KnownDevice | null },
): Promise<{ user: SessionUser; email: string; token: string; mark: KnownDevice }> {
  // This query is not throttled, so it only runs for browsers with a genuine cookie.
  const isKnown = mark && isKnownFor(mark, await findMemberByEmail(db, email));
  const caller = isKnown ? deviceCallerKey(mark.device) : addressKey(address);
  const signedIn = await throttle.attempt(db, { caller, subject: email }, async () => {
    const member = await findMemberByEmail(db, email);
    const fits = await verifyPassword(password, member?.passwordHash);
    if (!fits || !member?.passwordHash) return null;
    const begun = await beginUnlessChanged(db, secret, { id: member.id, passwordHash: member.passwordHash });
    return begun && { ...begun, mark: addMemberToDevice(mark, member) };
  });
  if (!signedIn) throw new HttpError(400, wrong, { extraBody: { error: { message: wrong } } });
  return signedIn;
}

/** Null if the password was changed during the check, because the change must end all sessions. */
function beginUnlessChanged(
  db: Database,
  secret: Uint8Array,
  { id, passwordHash }: { id: number; passwordHash: string },
) {
  return db.transaction(async (tx) => {
    const [member] = await tx
      .select({ name: members.name, email: members.email, role: members.role })
      .from(members)
      .where(and(eq(members.id, id), eq(members.passwordHash, passwordHash), isNull(members.deletedAt)))
      .for('share');
    if (!member) return null;
    const user = { id, name: member.name, type: member.role };
    return { user, email: member.email, token: await beginSession(tx, secret, user) };
  });
}

/** A browser and the members who signed in with it. In this browser, attacks on their accounts do not lock them out. */
export interface KnownDevice {
  device: string;
  /** Id and a digest of the stored password, which a new password invalidates. Newest last. */
  members: [id: number, password: string][];
}

const cookieName = 'known-device';
const deviceDays = 180;
/** Enough for a shared computer, and few enough for a cookie. */
const maxMembers = 20;
const claims = v.object({ jti: v.string(), members: v.array(v.tuple([v.number(), v.string()])) });

interface DeviceMember {
  id: number;
  passwordHash: string | null;
}

export async function readKnownDevice(secret: Uint8Array, cookies: string | undefined): Promise<KnownDevice | null> {
  const token = cookies && parseCookie(cookies)[cookieName];
  const read = token ? await readToken(secret, 'device mark', token, { claims }) : null;
  return read && { device: read.jti, members: read.members };
}

export function isKnownFor(mark: KnownDevice | null, member: DeviceMember | undefined): mark is KnownDevice {
  if (mark === null || member === undefined) return false;
  const [id, password] = entryOf(member);
  return mark.members.some((known) => known[0] === id && known[1] === password);
}

export function addMemberToDevice(mark: KnownDevice | null, member: DeviceMember): KnownDevice {
  const others = (mark?.members ?? []).filter(([id]) => id !== member.id);
  return {
    device: mark?.device ?? randomUUID(),
    members: [...others, entryOf(member)].slice(-maxMembers),
  };
}

/** The `Set-Cookie` header. Browsers send the cookie only to the sign-in path. */
export async function deviceCookie(
  secret: Uint8Array,
  { device, members }: KnownDevice,
  { staffUrl }: { staffUrl: string },
): Promise<string> {
  const token = await signToken(secret, 'device mark', { jti: device, members }, `${deviceDays}d`);
  return stringifySetCookie({
    name: cookieName,
    value: token,
    path: `/api${sessionCalls.login.path}`,
    maxAge: deviceDays * 86_400,
    httpOnly: true,
    sameSite: 'strict',
    secure: staffUrl.startsWith('https:'),
  });
}

const entryOf = ({ id, passwordHash }: DeviceMember): [number, string] => [
  id,
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16),
];
