import * as v from 'valibot';
import type { MailReport } from '../mail/MailReport.ts';
import { mailIdOf } from './mailIdOf.ts';
import { parsedJson } from './parsedJson.ts';
import { reasonText } from './reasonText.ts';

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
