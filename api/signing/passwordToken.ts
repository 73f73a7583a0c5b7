import { createHash, randomBytes } from 'node:crypto';

/** A new token of a link to choose a password: 256 bits, as it stands in an address, and the digest that is kept of it. */
export function newPasswordToken(): { token: string; digest: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, digest: digestOfPasswordToken(token) };
}

/** SHA-256, hex: so random a token needs no slow one. */
export const digestOfPasswordToken = (token: string): string => createHash('sha256').update(token).digest('hex');
