import { createSecretKey, hash, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

type Purpose =
  | 'session'
  | 'customer token'
  | 'file grant'
  | 'mail grant'
  | 'device mark'
  | 'instance'
  | 'request digest'
  | 'order site';

/** A key for one purpose: a token for another purpose does not verify. HKDF with SHA-256 (RFC 5869), 32 bytes. */
export function deriveKey(secret: Uint8Array, purpose: Purpose): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `arrival-desk ${purpose}`, 32)));
}

/** The token expires at a time or after a span, such as "15m". */
export async function signToken(secret: Uint8Array, purpose: Purpose, claims: JWTPayload, expires: Date | string) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(deriveKey(secret, purpose));
}

/** Null if the token is not valid for this purpose. */
export async function readToken<Claims>(
  secret: Uint8Array,
  purpose: Purpose,
  token: string,
  { claims, graceMinutes = 0 }: { claims: v.GenericSchema<unknown, Claims>; graceMinutes?: number },
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, deriveKey(secret, purpose), {
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

/** Valid for 30 minutes (rule 16.5). */
export const signCustomerToken = (secret: Uint8Array, orderId: string): Promise<string> =>
  signToken(secret, 'customer token', { sub: orderId }, '30m');

export async function readCustomerToken(secret: Uint8Array, token: string): Promise<string | null> {
  const read = await readToken(secret, 'customer token', token, { claims: customerClaims });
  return read && read.sub;
}

/** The right to fetch one file. `downloadId`: a customer's download, for which bytes are counted. */
export interface FileGrant {
  file1: string;
  downloadId?: number | undefined;
}

const fileClaims = v.object({ sub, download: v.optional(v.number()) });

/** Minutes in which a link can begin a download, and resume it. `goOn` suffices for 20 MB at 3 KB per second. */
const fileGrantMinutes = { begin: 15, goOn: 120 };

export const signFileGrant = (secret: Uint8Array, { file1, downloadId }: FileGrant): Promise<string> =>
  signToken(secret, 'file grant', { sub: file1, download: downloadId }, `${fileGrantMinutes.begin}m`);

export const readFileGrant = (secret: Uint8Array, grant: string) => readGrant(secret, grant, 0);

/** Also accepts an expired grant while its download can still be resumed (rule 11.20). */
export const readGrantToResume = (secret: Uint8Array, grant: string) =>
  readGrant(secret, grant, fileGrantMinutes.goOn - fileGrantMinutes.begin);

async function readGrant(secret: Uint8Array, grant: string, graceMinutes: number): Promise<FileGrant | null> {
  const read = await readToken(secret, 'file grant', grant, { claims: fileClaims, graceMinutes });
  return read && { file1: read.sub, downloadId: read.download };
}

/** The right to see one mail of an order. `mailId` is null if the order has no mail yet (rule 12.19). */
interface MailGrant {
  orderId: string;
  mailId: number | null;
}

const mailClaims = v.object({ sub, mail: v.nullable(v.number()) });

export const signMailGrant = (secret: Uint8Array, { orderId, mailId }: MailGrant): Promise<string> =>
  signToken(secret, 'mail grant', { sub: orderId, mail: mailId }, `${fileGrantMinutes.begin}m`);

export async function readMailGrant(secret: Uint8Array, grant: string): Promise<MailGrant | null> {
  const read = await readToken(secret, 'mail grant', grant, { claims: mailClaims });
  return read && { orderId: read.sub, mailId: read.mail };
}

export function newPasswordToken(): { token: string; digest: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, digest: hashPasswordToken(token) };
}

/** SHA-256 in hex suffices, because a random token needs no slow hash. */
export const hashPasswordToken = (token: string): string => hash('sha256', token);
