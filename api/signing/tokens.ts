import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

type Secret = string | Uint8Array;

type Purpose =
  | 'session'
  | 'customer token'
  | 'file grant'
  | 'mail grant'
  | 'device mark'
  | 'instance'
  | 'request digest'
  | 'order site';

/** By secret, since each file that an order's page links to is signed with one. */
const derived = new WeakMap<Uint8Array, Map<Purpose, KeyObject>>();

/**
 * A key for one purpose, made from the one secret: what was signed for one purpose is worth nothing for another, whatever
 * its claims say. HKDF with SHA-256 (RFC 5869), 32 bytes, derived once.
 */
export function derivedKey(secret: Secret, purpose: Purpose): KeyObject {
  if (typeof secret === 'string') return derive(secret, purpose);
  const keys = derived.get(secret) ?? new Map<Purpose, KeyObject>();
  derived.set(secret, keys);
  const key = keys.get(purpose) ?? derive(secret, purpose);
  keys.set(purpose, key);
  return key;
}

const derive = (secret: Secret, purpose: Purpose) =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `arrival-desk ${purpose}`, 32)));

/** Signs claims for one purpose. The token expires at a time or after a span, such as "15m". */
export async function signToken(
  secret: Secret,
  purpose: Purpose,
  claims: JWTPayload,
  expires: Date | string,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(derivedKey(secret, purpose));
}

/** Returns the claims of a token that was signed for this purpose and has not expired, else null. */
export async function readToken<Claims>(
  secret: Secret,
  purpose: Purpose,
  token: string,
  { claims, graceMinutes = 0 }: { claims: v.GenericSchema<unknown, Claims>; graceMinutes?: number },
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, derivedKey(secret, purpose), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: graceMinutes * 60,
    });
    return v.parse(claims, payload);
  } catch {
    return null;
  }
}

const sub = v.pipe(v.string(), v.nonEmpty());

const customerClaims = v.object({ sub });

/** Signs the token that `track-order` answers: for 30 minutes, it opens one order and nothing of the staff's (rules 16.5). */
export const signCustomerToken = (secret: Secret, orderId: string): Promise<string> =>
  signToken(secret, 'customer token', { sub: orderId }, '30m');

/** The order that a token opens, or null. */
export async function orderOfCustomerToken(secret: Secret, token: string): Promise<string | null> {
  const read = await readToken(secret, 'customer token', token, { claims: customerClaims });
  return read && read.sub;
}

/** The right to fetch one file. A customer's names the download that the bytes are counted for. */
export interface FileGrant {
  file1: string;
  downloadId?: number | undefined;
}

const fileClaims = v.object({ sub, download: v.optional(v.number()) });

/** How long a link to a file works, and how long a download goes on with it: long enough for 20 MB at 3 KB a second. */
const fileGrantMinutes = { begin: 15, goOn: 120 };

/** Signs the `?grant=` of a file's address (rules 11.9). */
export const signFileGrant = (secret: Secret, { file1, downloadId }: FileGrant): Promise<string> =>
  signToken(secret, 'file grant', { sub: file1, download: downloadId }, `${fileGrantMinutes.begin}m`);

/** The grant that begins a download, or null. */
export const readFileGrant = (secret: Secret, grant: string) => readGrant(secret, grant, 0);

/** The grant of a download that goes on, which it may after the link has expired (rules 11.20), or null. */
export const readGrantToGoOn = (secret: Secret, grant: string) =>
  readGrant(secret, grant, fileGrantMinutes.goOn - fileGrantMinutes.begin);

async function readGrant(secret: Secret, grant: string, graceMinutes: number): Promise<FileGrant | null> {
  const read = await readToken(secret, 'file grant', grant, { claims: fileClaims, graceMinutes });
  return read && { file1: read.sub, downloadId: read.download };
}

/** The right to look at one mail of an order; `mailId` null: at the one that would be sent. */
export interface MailGrant {
  orderId: string;
  mailId: number | null;
}

const mailClaims = v.object({ sub, mail: v.nullable(v.number()) });

/** Signs the `?grant=` of a mail's address, good for as long as that of a document (rules 12.19). */
export const signMailGrant = (secret: Secret, { orderId, mailId }: MailGrant): Promise<string> =>
  signToken(secret, 'mail grant', { sub: orderId, mail: mailId }, `${fileGrantMinutes.begin}m`);

/** The mail that a grant opens, or null. */
export async function readMailGrant(secret: Secret, grant: string): Promise<MailGrant | null> {
  const read = await readToken(secret, 'mail grant', grant, { claims: mailClaims });
  return read && { orderId: read.sub, mailId: read.mail };
}

/** A new token of a link to choose a password: 256 bits, as it stands in an address, and the digest to store of it. */
export function newPasswordToken(): { token: string; digest: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, digest: digestOfPasswordToken(token) };
}

/** SHA-256, hex: so random a token needs no slow one. */
export const digestOfPasswordToken = (token: string): string => createHash('sha256').update(token).digest('hex');
