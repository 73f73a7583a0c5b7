import { verify } from 'node:crypto';
import * as v from 'valibot';
import type { AppContext } from '../context/AppContext.ts';
import { type MailReport, recordReport, mailIdOf, reasonText } from '../mail/recordReport.ts';
import { HttpError, invalidSignature } from '../http/HttpError.ts';

/**
 * Throws 401 unless SNS signed the message for our topic. Anybody can create a topic, and SNS signs its messages too.
 */
export async function handleSnsMessage(
  topic: SnsTopic,
  body: string,
  { database, log }: Pick<AppContext, 'database' | 'log'>,
) {
  const { success, output: message } = v.safeParse(v.pipe(v.string(), v.parseJson(), snsMessage), body);
  if (!success || message.TopicArn !== topic.arn) throw invalidSignature();
  const certificate = await topic.certificate(message.SigningCertURL);
  if (!certificate || !isSigned(message, certificate)) throw invalidSignature();
  if (message.Type === 'SubscriptionConfirmation') {
    if (!(await topic.confirm(message.SubscribeURL ?? ''))) throw invalidSignature();
    log.info('subscribed to the Amazon SES topic');
  }
  if (message.Type !== 'Notification') return;
  const report = sesReport(message);
  if (report) await recordReport(database.db, report);
}

const text = v.optional(v.string());
const happened = v.optional(v.object({ timestamp: text }));

/** An event of a configuration set has `eventType`, and a notification of an identity `notificationType`. */
const sesEvent = v.object({
  eventType: text,
  notificationType: text,
  mail: v.object({
    messageId: v.string(),
    destination: v.array(v.string()),
    /** The tags that `sesProvider` passed, and those that SES adds. */
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

interface ParsedEvent {
  type: MailReport['type'];
  at?: string;
  reason?: string;
}

/** Other kinds, such as clicks, are ignored. */
const eventParsers: Readonly<Record<string, (event: SesEvent) => ParsedEvent>> = {
  Delivery: ({ delivery }) => ({ type: 'delivered', at: delivery?.timestamp }),
  Open: ({ open }) => ({ type: 'opened', at: open?.timestamp }),
  DeliveryDelay: ({ deliveryDelay: delay }) => ({
    type: 'delayed',
    reason: delay?.delayedRecipients?.[0]?.diagnosticCode ?? delay?.delayType,
  }),
  // A transient bounce, such as from a full mailbox, says nothing about whether the address works.
  Bounce: ({ bounce }) => ({
    type: bounce?.bounceType === 'Permanent' ? 'bounced' : 'delayed',
    at: bounce?.timestamp,
    reason: bounce?.bouncedRecipients?.[0]?.diagnosticCode ?? bounce?.bounceSubType,
  }),
  Complaint: ({ complaint }) => ({
    type: 'complained',
    at: complaint?.timestamp,
    reason: complaint?.complaintFeedbackType ?? undefined,
  }),
  // SES did not send the mail.
  Reject: ({ reject }) => ({ type: 'bounced', reason: reject?.reason }),
};

/** Null if the message reports nothing about a mail. */
function sesReport({ MessageId, Message, Timestamp }: SnsMessage): MailReport | null {
  const { success, output: event } = v.safeParse(v.pipe(v.string(), v.parseJson(), sesEvent), Message);
  const kind = success ? (event.eventType ?? event.notificationType ?? '') : '';
  if (!success || !Object.hasOwn(eventParsers, kind)) return null;
  const { type, at, reason } = eventParsers[kind]!(event);
  return {
    provider: 'AWS',
    eventId: `sns:${MessageId}`,
    type,
    at: new Date(at && !Number.isNaN(Date.parse(at)) ? at : Timestamp),
    reason: reasonText('Amazon SES', reason),
    mailId: mailIdOf(event.mail.tags?.mail?.[0]),
    messageId: event.mail.messageId,
    recipients: event.mail.destination,
  };
}

const snsMessage = v.object({
  Type: v.picklist(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: v.string(),
  TopicArn: v.string(),
  Message: v.string(),
  Timestamp: v.pipe(v.string(), v.isoTimestamp()),
  Subject: v.optional(v.string()),
  Token: v.optional(v.string()),
  SubscribeURL: v.optional(v.string()),
  SignatureVersion: v.picklist(['1', '2']),
  Signature: v.string(),
  SigningCertURL: v.string(),
});
export type SnsMessage = v.InferOutput<typeof snsMessage>;

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const ofSubscription = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const;

/** The text that SNS signs: each field's name and value, each on a separate line. */
export function signedText(message: SnsMessage): string {
  const fields = message.Type === 'Notification' ? ofNotification : ofSubscription;
  return fields.map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`)).join('');
}

/** Digest by signature version (docs.aws.amazon.com/sns, "Verifying the signatures"). */
const digests = { '1': 'sha1', '2': 'sha256' } as const;

function isSigned(message: SnsMessage, certificate: string): boolean {
  const signature = Buffer.from(message.Signature, 'base64');
  try {
    return verify(digests[message.SignatureVersion], Buffer.from(signedText(message)), certificate, signature);
  } catch {
    // Thrown if the downloaded text is not a certificate.
    return false;
  }
}

const certificatePath = /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/;
/** Maximum length. A certificate has about two thousand characters. */
const certificateCharacters = 16_384;

const answerMs = 5_000;

/** Milliseconds for which failed look-ups are cached, so that forged reports cause few requests. */
const failureMs = 60_000;
/** Limits the cache, because forged reports can name any number of URLs. */
const maxFailures = 20;

interface LookUp {
  certificate: Promise<string | null>;
  /** Expiry of a failed look-up, by `performance.now()`. */
  until: number;
}

/** Trusts only SNS's own host. Otherwise senders could use their own certificate, or make this server call any host. */
export class SnsTopic {
  readonly arn: string | null;
  readonly #host: string;
  readonly #endpoint: string | null;
  readonly #lookUps = new Map<string, LookUp>();

  /** Derives the host from the topic's region, because a pattern for hosts would also match S3 buckets. */
  constructor(arn: string | null, endpoint: string | null) {
    this.arn = arn;
    const [, partition, , region] = arn?.split(':') ?? [];
    this.#host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
    this.#endpoint = endpoint;
  }

  /** Null if the URL is not SNS's or has no certificate. Throws 503 if the certificate cannot be fetched now. */
  async certificate(address: string): Promise<string | null> {
    const url = this.#ownAddress(address);
    if (!url || !certificatePath.test(url.pathname) || url.search) return null;
    const now = performance.now();
    for (const [href, { until }] of this.#lookUps) if (until < now) this.#lookUps.delete(href);
    const known = this.#lookUps.get(url.href);
    if (known) return known.certificate;
    const failures = [...this.#lookUps.values()].filter(({ until }) => until !== Infinity);
    if (failures.length >= maxFailures) throw notNow();
    const prefetch = { certificate: this.#fetchCertificate(url), until: now + failureMs };
    this.#lookUps.set(url.href, prefetch);
    const certificate = await prefetch.certificate;
    if (certificate !== null) prefetch.until = Infinity;
    return certificate;
  }

  async #fetchCertificate(url: URL): Promise<string | null> {
    const answer = await this.#ask(url);
    if (answer.status >= 500) throw notNow();
    return answer.ok ? shortText(answer) : null;
  }

  /** Returns false if the URL is not SNS's. Throws 503 if the request fails. */
  async confirm(address: string): Promise<boolean> {
    const url = this.#ownAddress(address);
    if (!url) return false;
    const answer = await this.#ask(url);
    await answer.body?.cancel();
    if (!answer.ok) throw notNow();
    return true;
  }

  #ownAddress(address: string): URL | null {
    const url = URL.parse(address);
    return url?.protocol === 'https:' && url.port === '' && url.hostname === this.#host ? url : null;
  }

  async #ask(url: URL): Promise<Response> {
    const target = new URL(`${url.pathname}${url.search}`, this.#endpoint ?? url.origin);
    try {
      return await fetch(target, { redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    } catch {
      throw notNow();
    }
  }
}

async function shortText({ body }: Response): Promise<string | null> {
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length > certificateCharacters) return null;
  }
  return text;
}

const notNow = () => new HttpError(503, 'Amazon SNS cannot be reached. Try again in a moment.', { retryAfter: 5 });
