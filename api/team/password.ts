import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '../http/HttpError.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash occupies a core, and one of libuv's four threads, which files and compression need too. */
export const maxConcurrentHashes = Math.min(4, Math.max(2, availableParallelism() - 1));

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

const newPasswords = new KeyedLimiter({
  concurrency: 1,
  maxWaiting: 50,
  full: () => new HttpError(503, 'Too many passwords are being set. Try again in 5 seconds.', { retryAfter: 5 }),
});

/** Hashes one password at a time, so never call this in a transaction. Throws 503 if too many wait. */
export const hashNewPassword = (password: string): Promise<string> => newPasswords.run(() => hashPassword(password));

let dummyHash: string | undefined;

/** If no password is stored, verifies a dummy hash, so that the response time reveals nothing. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const fits = await verify(stored ?? (dummyHash ??= await hashPassword('nobody')), password);
  return fits && stored !== undefined && stored !== null;
}
