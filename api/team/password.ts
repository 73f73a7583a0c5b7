import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/Refusal.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How many passwords may be checked at once: sign-ins wait for each other at their door (signIn.ts), and beside them one
 * new password is hashed at a time. Each takes a core, and one of the four threads that files are read and answers packed
 * by.
 */
export const passwordsAtOnce = Math.min(4, Math.max(2, availableParallelism() - 1));

/** The text to store for a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** The last of them waits some two seconds. */
const newPasswords = new KeyedLimiter({
  atOnce: 1,
  waiting: 50,
  full: () =>
    new Refusal(503, 'Too many passwords are being set. Try again in 5 seconds.', { headers: { 'Retry-After': '5' } }),
});

/**
 * The same for a password that a member chose while the product serves: one at a time, in the order in which they came.
 * Never within a transaction, whose connection others need. Throws a 503 where too many wait.
 */
export const hashNewPassword = (password: string): Promise<string> => newPasswords.run(() => hashPassword(password));

/** The same of a form in which none was typed: null. */
export const hashIfGiven = async (password: string): Promise<string | null> =>
  password === '' ? null : hashNewPassword(password);

let ofNobody: string | undefined;

/** Whether the password fits. Without a stored text it takes as long, and does not. */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  const fits = await verify(stored ?? (ofNobody ??= await hashPassword('nobody')), password);
  return fits && stored !== undefined && stored !== null;
}
