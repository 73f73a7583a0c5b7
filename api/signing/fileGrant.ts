import { jwtVerify, SignJWT } from 'jose';
import { derivedKey } from './derivedKey.ts';

/** How long a link to a file works. */
const minutes = 15;

/** How long a download goes on with the link that it began with: long enough for 20 MB at 3 KB a second. */
const goingOnMinutes = 120;

/** The right to fetch one file. A customer's names the download that the bytes are counted for. */
export interface FileGrant {
  file1: string;
  downloadId?: number | undefined;
}

/** Signs the `?grant=` of a file's address (rules 11.9). */
export async function signFileGrant(secret: string | Uint8Array, { file1, downloadId }: FileGrant): Promise<string> {
  return new SignJWT(downloadId === undefined ? {} : { download: downloadId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(file1)
    .setExpirationTime(`${minutes}m`)
    .sign(derivedKey(secret, 'file grant'));
}

/** What a grant is for; null when it is not one of ours, or too old. */
export const readFileGrant = (secret: string | Uint8Array, grant: string) => readWithin(minutes, secret, grant);

/** The same of one that is too old to begin anything, and not too old to go on with what it began (rules 11.20). */
export const readGrantToGoOn = (secret: string | Uint8Array, grant: string) =>
  readWithin(goingOnMinutes, secret, grant);

/** So many minutes after it was signed. */
async function readWithin(within: number, secret: string | Uint8Array, grant: string): Promise<FileGrant | null> {
  try {
    const { payload } = await jwtVerify(grant, derivedKey(secret, 'file grant'), {
      algorithms: ['HS256'],
      clockTolerance: (within - minutes) * 60,
    });
    if (!payload.sub || !payload.exp) return null;
    return { file1: payload.sub, downloadId: typeof payload.download === 'number' ? payload.download : undefined };
  } catch {
    return null;
  }
}
