import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

/** A report is signed as it is sent: one that is older was kept by somebody. Seconds. */
const oldest = 600;

/**
 * Whether SendGrid signed these bytes just now: ECDSA over the time and the body, by the account's own key (base64 of
 * its DER form, as SendGrid shows it).
 */
export function isSignedBySendgrid(key: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { [signatureHeader]: signature, [timestampHeader]: timestamp } = headers;
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  // What is no number is not near now either.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= oldest)) return false;
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
}
