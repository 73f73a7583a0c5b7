import { Refusal } from '../http/Refusal.ts';

const certificatePath = /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/;
/** A certificate has two thousand. */
const certificateCharacters = 16_384;

const answerMs = 5_000;
/** SNS changes its certificate a few times a year, and has one in each region. */
const certificatesAtMost = 20;

/**
 * What is fetched from the addresses that a message of SNS names. Only SNS's own are believed: whoever could name
 * another would sign with a certificate of their own, or have this server call whomever they like.
 */
export class SnsAddresses {
  readonly #host: string;
  readonly #endpoint: string | null;
  readonly #certificates = new Map<string, string>();

  /**
   * The topic's region has one host, as documented: a pattern of hosts lets in those of buckets. `endpoint`: the address to
   * ask instead of it; null: that host.
   */
  constructor(topicArn: string | null, endpoint: string | null) {
    const [, partition, , region] = topicArn?.split(':') ?? [];
    this.#host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
    this.#endpoint = endpoint;
  }

  /** The certificate at an address; null: it is no address of one. Throws a 503 when it cannot be had now. */
  async certificate(address: string): Promise<string | null> {
    const url = this.#ownAddress(address);
    if (!url || !certificatePath.test(url.pathname) || url.search) return null;
    const known = this.#certificates.get(url.href);
    if (known) return known;
    const answer = await this.#ask(url);
    if (answer.status >= 500) throw notNow();
    const certificate = answer.ok && (await shortText(answer));
    if (!certificate) return null;
    if (this.#certificates.size >= certificatesAtMost) this.#certificates.clear();
    this.#certificates.set(url.href, certificate);
    return certificate;
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
