import { createHash, randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import * as v from 'valibot';
import { sessionCalls } from 'shared/api/sessionCalls';
import { readToken, signToken } from '../signing/tokens.ts';

/**
 * What a browser keeps of good sign-ins, so that whoever attacks an account cannot keep its owner out. It opens nothing:
 * with it, failures count for this browser instead of among all strangers'.
 */
export interface DeviceMark {
  device: string;
  /** Who signed in there, newest last: id, and a digest of the stored password, so that another password ends it. */
  members: [id: number, password: string][];
}

const cookieName = 'known-device';
const days = 180;
/** Desks that a whole shift shares; the mark must stay small enough for a header. */
const mostMembers = 20;
const claims = v.object({ jti: v.string(), members: v.array(v.tuple([v.number(), v.string()])) });

interface MarkedMember {
  id: number;
  passwordHash: string | null;
}

/** The mark in a `Cookie` header; null: there is none of ours, or it is too old. */
export async function readDeviceMark(secret: Uint8Array, cookies: string | undefined): Promise<DeviceMark | null> {
  const token = cookies && parseCookie(cookies)[cookieName];
  const read = token ? await readToken(secret, 'device mark', token, { claims }) : null;
  return read && { device: read.jti, members: read.members };
}

/** Whether this member signed in there with the password that they still have. */
export function isMarked(mark: DeviceMark | null, member: MarkedMember | undefined): mark is DeviceMark {
  return mark !== null && member !== undefined && mark.members.some(same(member));
}

/** The mark after a good sign-in. */
export function markMember(mark: DeviceMark | null, member: MarkedMember): DeviceMark {
  const others = (mark?.members ?? []).filter(([id]) => id !== member.id);
  return {
    device: mark?.device ?? randomUUID(),
    members: [...others, entryOf(member)].slice(-mostMembers),
  };
}

/** The `Set-Cookie` that keeps a mark; only signing in is ever sent it. */
export async function deviceCookie(
  secret: Uint8Array,
  { device, members }: DeviceMark,
  { staffUrl }: { staffUrl: string },
): Promise<string> {
  const token = await signToken(secret, 'device mark', { jti: device, members }, `${days}d`);
  return stringifySetCookie({
    name: cookieName,
    value: token,
    path: `/api${sessionCalls.login.path}`,
    maxAge: days * 86_400,
    httpOnly: true,
    sameSite: 'strict',
    secure: staffUrl.startsWith('https:'),
  });
}

const entryOf = ({ id, passwordHash }: MarkedMember): [number, string] => [
  id,
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16),
];

function same(member: MarkedMember) {
  const [id, password] = entryOf(member);
  return (marked: [number, string]) => marked[0] === id && marked[1] === password;
}
