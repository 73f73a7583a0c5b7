import { verify } from 'node:crypto';
import * as v from 'valibot';
import { Refusal } from '../http/Refusal.ts';
import { signatureWrong } from './reports.ts';

/** A message that SNS posts: the fields that are read or signed. */
export const snsMessage = v.object({
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

/** The signed text of a message: the name and the value of each of these fields, a line each. */
export function signedText(message: SnsMessage): string {
  const fields = message.Type === 'Notification' ? ofNotification : ofSubscription;
  return fields.map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`)).join('');
}

/** The digests of the two signature versions (docs.aws.amazon.com/sns, "Verifying the signatures"). */
const digests = { '1': 'sha1', '2': 'sha256' } as const;

/** Throws a 401 unless SNS signed the message, by a certificate that only its own address gives. */
export async function requireSnsSignature(message: SnsMessage, addresses: SnsAddresses): Promise<void> {
  const certificate = await addresses.certificate(message.SigningCertURL);
  if (!certificate || !isSigned(message, certificate)) throw signatureWrong();
}

function isSigned(message: SnsMessage, certificate: string): boolean {
  const signature = Buffer.from(message.Signature, 'base64');
  try {
    return verify(digests[message.SignatureVersion], Buffer.from(signedText(message)), certificate, signature);
  } catch {
    // The address did not return a certificate.
    return false;
  }
}

const certificatePath = /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/;
/** A certificate has two thousand. */
const certificateCharacters = 16_384;

const answerMs = 5_000;

/** A failed look-up is kept for so long: else each forged report would cost a request. Milliseconds. */
const failureMs = 60_000;
/** Forged reports may name as many addresses as they like. SNS changes its certificate a few times a year. */
const failuresAtMost = 20;

interface LookUp {
  certificate: Promise<string | null>;
  /** When a look-up that has not succeeded is forgotten, by `performance.now()`. */
  until: number;
}

/**
 * Fetches from the addresses that an SNS message names. Only SNS's own are trusted: with any other, a sender could sign
 * with their own certificate or make this server call any host.
 */
export class SnsAddresses {
  readonly #host: string;
  readonly #endpoint: string | null;
  readonly #lookUps = new Map<string, LookUp>();

  /**
   * The topic's region has one host, as documented: a pattern of hosts lets in those of buckets. `endpoint`: the address to
   * ask instead of it; null: that host.
   */
  constructor(topicArn: string | null, endpoint: string | null) {
    const [, partition, , region] = topicArn?.split(':') ?? [];
    this.#host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
    this.#endpoint = endpoint;
  }

  /** The certificate at an address, or null if the address is not SNS's. Throws a 503 when it cannot be had now. */
  async certificate(address: string): Promise<string | null> {
    const url = this.#ownAddress(address);
    if (!url || !certificatePath.test(url.pathname) || url.search) return null;
    const now = performance.now();
    for (const [href, { until }] of this.#lookUps) if (until < now) this.#lookUps.delete(href);
    const known = this.#lookUps.get(url.href);
    if (known) return known.certificate;
    const failures = [...this.#lookUps.values()].filter(({ until }) => until !== Infinity);
    if (failures.length >= failuresAtMost) throw notNow();
    const lookUp = { certificate: this.#fetchCertificate(url), until: now + failureMs };
    this.#lookUps.set(url.href, lookUp);
    const certificate = await lookUp.certificate;
    if (certificate !== null) lookUp.until = Infinity;
    return certificate;
  }

  async #fetchCertificate(url: URL): Promise<string | null> {
    const answer = await this.#ask(url);
    if (answer.status >= 500) throw notNow();
    return answer.ok ? shortText(answer) : null;
  }

  /** Confirms a subscription by its address; false: it is none of SNS's. Throws a 503 when that cannot be done now. */
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
    const asked = new URL(`${url.pathname}${url.search}`, this.#endpoint ?? url.origin);
    try {
      return await fetch(asked, { redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    } catch {
      throw notNow();
    }
  }
}

/** The text of an answer; null: it is too long for a certificate, and the rest of it is not read. */
async function shortText({ body }: Response): Promise<string | null> {
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length > certificateCharacters) return null;
  }
  return text;
}

/** SNS sends it again. */
const notNow = () =>
  new Refusal(503, 'Amazon SNS cannot be reached. Try again in a moment.', { headers: { 'Retry-After': '5' } });
