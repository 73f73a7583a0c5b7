import { jwtVerify, SignJWT } from 'jose';
import { derivedKey } from './derivedKey.ts';

/** How long the address of a mail's HTML works: as long as that of a document. */
const minutes = 15;

/** The right to look at one mail of an order; `mailId` null: at the one that would be sent. */
export interface MailGrant {
  orderId: string;
  mailId: number | null;
}

/** Signs the `?grant=` of a mail's address (rules 12.19). */
export async function signMailGrant(secret: string | Uint8Array, { orderId, mailId }: MailGrant): Promise<string> {
  return new SignJWT({ mail: mailId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(orderId)
    .setExpirationTime(`${minutes}m`)
    .sign(derivedKey(secret, 'mail grant'));
}

/** What a grant is for; null when it is not one of ours, or too old. */
export async function readMailGrant(secret: string | Uint8Array, grant: string): Promise<MailGrant | null> {
  try {
    const { payload } = await jwtVerify(grant, derivedKey(secret, 'mail grant'), { algorithms: ['HS256'] });
    if (!payload.sub || !payload.exp) return null;
    return { orderId: payload.sub, mailId: typeof payload.mail === 'number' ? payload.mail : null };
  } catch {
    return null;
  }
}
