import { jwtVerify, SignJWT } from 'jose';
import { derivedKey } from './derivedKey.ts';

/** How long a customer who found an order may read it (rules 16.5). */
const minutes = 30;

/** Signs the token that `track-order` answers: good for one order, and not for anything of the staff's. */
export async function signCustomerToken(secret: string | Uint8Array, orderId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(orderId)
    .setExpirationTime(`${minutes}m`)
    .sign(derivedKey(secret, 'customer token'));
}

/** The order that a token is good for; null when it is none of ours, or too old. */
export async function orderOfCustomerToken(secret: string | Uint8Array, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, derivedKey(secret, 'customer token'), { algorithms: ['HS256'] });
    return (payload.exp && payload.sub) || null;
  } catch {
    return null;
  }
}
