import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The text to store for a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let ofNobody: Promise<string> | undefined;

/** Whether the password fits. Without a stored text it takes as long, and does not. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const fits = await verify(stored ?? (await (ofNobody ??= hashPassword('nobody'))), password);
  return fits && stored !== undefined;
}
