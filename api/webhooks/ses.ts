import * as v from 'valibot';
import type { Desk } from '../desk/desk.ts';
import { type MailReport, noteReport } from '../mail/noteReport.ts';
import { mailIdOf, parsedJson, reasonText, signatureWrong } from './reports.ts';
import { requireSnsSignature, snsMessage, type SnsAddresses, type SnsMessage } from './sns.ts';

interface SesListener extends Pick<Desk, 'database' | 'log'> {
  addresses: SnsAddresses;
  /** The only trusted topic: anybody can have SNS sign messages of their own topic. */
  topicArn: string;
}

/**
 * Hears what SES reports through SNS: confirms the subscription when it begins, and notes each event. Throws a 401 for
 * what SNS did not sign, or not for our topic.
 */
export async function hearSes({ database, log, addresses, topicArn }: SesListener, body: string): Promise<void> {
  const { success, output: message } = v.safeParse(snsMessage, parsedJson(body));
  if (!success || message.TopicArn !== topicArn) throw signatureWrong();
  await requireSnsSignature(message, addresses);
  if (message.Type === 'SubscriptionConfirmation') {
    if (!(await addresses.confirm(message.SubscribeURL ?? ''))) throw signatureWrong();
    log.info('the topic of Amazon SES reports here from now on');
  }
  if (message.Type !== 'Notification') return;
  const report = sesReport(message);
  if (report) await noteReport(database.db, report);
}

const text = v.optional(v.string());
const happened = v.optional(v.object({ timestamp: text }));

/** An event as a configuration set publishes it, and a notification as an identity does: they differ in one name. */
const sesEvent = v.object({
  eventType: text,
  notificationType: text,
  mail: v.object({
    messageId: v.string(),
    destination: v.array(v.string()),
    /** What `sesProvider` gave along, and more of SES's own. */
    tags: v.optional(v.record(v.string(), v.array(v.string()))),
  }),
  delivery: happened,
  open: happened,
  deliveryDelay: v.optional(
    v.object({
      timestamp: text,
      delayType: text,
      delayedRecipients: v.optional(v.array(v.object({ diagnosticCode: text }))),
    }),
  ),
  bounce: v.optional(
    v.object({
      timestamp: text,
      bounceType: text,
      bounceSubType: text,
      bouncedRecipients: v.optional(v.array(v.object({ diagnosticCode: text }))),
    }),
  ),
  complaint: v.optional(v.object({ timestamp: text, complaintFeedbackType: v.nullish(v.string()) })),
  reject: v.optional(v.object({ reason: text })),
});
type SesEvent = v.InferOutput<typeof sesEvent>;

interface Told {
  type: MailReport['type'];
  at?: string;
  said?: string;
}

/** What each kind of event says of a mail. The others say nothing: that it was taken, clicked, unsubscribed from. */
const tellings: Readonly<Record<string, (event: SesEvent) => Told>> = {
  Delivery: ({ delivery }) => ({ type: 'delivered', at: delivery?.timestamp }),
  Open: ({ open }) => ({ type: 'opened', at: open?.timestamp }),
  DeliveryDelay: ({ deliveryDelay: delay }) => ({
    type: 'delayed',
    said: delay?.delayedRecipients?.[0]?.diagnosticCode ?? delay?.delayType,
  }),
  // A full mailbox, or a mail that is too large, says nothing of the address.
  Bounce: ({ bounce }) => ({
    type: bounce?.bounceType === 'Permanent' ? 'bounced' : 'delayed',
    at: bounce?.timestamp,
    said: bounce?.bouncedRecipients?.[0]?.diagnosticCode ?? bounce?.bounceSubType,
  }),
  Complaint: ({ complaint }) => ({
    type: 'complained',
    at: complaint?.timestamp,
    said: complaint?.complaintFeedbackType ?? undefined,
  }),
  // It was not even sent.
  Reject: ({ reject }) => ({ type: 'bounced', said: reject?.reason }),
};

/** The report that a notification of SNS brings; null: it is none that says something of a mail. */
export function sesReport({ MessageId, Message, Timestamp }: SnsMessage): MailReport | null {
  const { success, output: event } = v.safeParse(sesEvent, parsedJson(Message));
  const kind = success ? (event.eventType ?? event.notificationType ?? '') : '';
  if (!success || !Object.hasOwn(tellings, kind)) return null;
  const { type, at, said } = tellings[kind]!(event);
  return {
    provider: 'AWS',
    eventId: `sns:${MessageId}`,
    type,
    at: new Date(at && !Number.isNaN(Date.parse(at)) ? at : Timestamp),
    reason: reasonText('Amazon SES', said),
    mailId: mailIdOf(event.mail.tags?.mail?.[0]),
    messageId: event.mail.messageId,
    recipients: event.mail.destination,
  };
}
