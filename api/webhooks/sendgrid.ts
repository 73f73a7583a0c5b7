import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { type MailReport, noteReport } from '../mail/noteReport.ts';
import { mailIdOf, parsedJson, reasonText } from './reports.ts';

/**
 * Notes what SendGrid reports in one batch. Each report has its own transaction: if one fails, SendGrid sends the batch
 * again, and the noted reports are known.
 */
export async function hearSendgrid(db: Database, body: string): Promise<void> {
  for (const report of sendgridReports(body)) await noteReport(db, report);
}

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
  // A timestamp that is not a number is refused here too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= oldest)) return false;
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
}

const sendgridEvent = v.object({
  event: v.string(),
  email: v.string(),
  /** Seconds. */
  timestamp: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000_000)),
  sg_event_id: v.string(),
  /** Our Message-ID. */
  'smtp-id': v.optional(v.string()),
  /** What `sendgridProvider` gave along: the row of the mail history. */
  mail: v.optional(v.string()),
  type: v.optional(v.string()),
  reason: v.optional(v.string()),
  response: v.optional(v.string()),
});
type SendgridEvent = v.InferOutput<typeof sendgridEvent>;

/** What each kind of event says of a mail. The others say nothing: that it was taken, clicked, unsubscribed from. */
const types: Readonly<Record<string, (event: SendgridEvent) => MailReport['type']>> = {
  delivered: () => 'delivered',
  open: () => 'opened',
  // A block is the server's mood, and says nothing of the address.
  bounce: ({ type }) => (type === 'blocked' ? 'delayed' : 'bounced'),
  // It was not even sent, since the address bounced or complained before.
  dropped: () => 'bounced',
  deferred: () => 'delayed',
  spamreport: () => 'complained',
};

/** The reports of a batch as SendGrid sends it; what is not understood is left out. */
export function sendgridReports(body: string): MailReport[] {
  const events = parsedJson(body);
  if (!Array.isArray(events)) return [];
  return events.flatMap((one) => {
    const { success, output } = v.safeParse(sendgridEvent, one);
    return success && Object.hasOwn(types, output.event) ? [reportOf(output)] : [];
  });
}

const reportOf = (event: SendgridEvent): MailReport => ({
  provider: 'Sendgrid',
  eventId: `sendgrid:${event.sg_event_id}`,
  type: types[event.event]!(event),
  at: new Date(event.timestamp * 1000),
  reason: reasonText('SendGrid', event.reason ?? (event.event === 'deferred' ? event.response : undefined)),
  mailId: mailIdOf(event.mail),
  messageId: event['smtp-id'] ?? null,
  recipients: [event.email],
});
