import { Refusal } from '../http/Refusal.ts';

const host = /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/;
const certificatePath = /^\/SimpleNotificationService-[\w-]+\.pem$/;

const answerMs = 5_000;
/** SNS changes its certificate a few times a year, and has one in each region. */
const certificatesAtMost = 20;

/**
 * What is fetched from the addresses that a message of SNS names. Only SNS's own are believed: whoever could name
 * another would sign with a certificate of their own, or have this server call whomever they like.
 */
export class SnsAddresses {
  readonly #endpoint: string | null;
  readonly #certificates = new Map<string, string>();

  /** `endpoint`: where to ask instead of the host that is named; null: that host. */
  constructor(endpoint: string | null) {
    this.#endpoint = endpoint;
  }

  /** The certificate at an address; null: it is no address of one. Throws a 503 when it cannot be had now. */
  async certificate(address: string): Promise<string | null> {
    const url = ownAddress(address);
    if (!url || !certificatePath.test(url.pathname) || url.search) return null;
    const known = this.#certificates.get(url.href);
    if (known) return known;
    const answer = await this.#ask(url);
    if (answer.status >= 500) throw notNow();
    if (!answer.ok) return null;
    const certificate = await answer.text();
    if (this.#certificates.size >= certificatesAtMost) this.#certificates.clear();
    this.#certificates.set(url.href, certificate);
    return certificate;
  }

  /** Confirms a subscription by its address; false: it is none of SNS's. Throws a 503 when that cannot be done now. */
  async confirm(address: string): Promise<boolean> {
    const url = ownAddress(address);
    if (!url) return false;
    const answer = await this.#ask(url);
    await answer.body?.cancel();
    if (!answer.ok) throw notNow();
    return true;
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

function ownAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.port === '' && host.test(url.hostname) ? url : null;
}

/** SNS sends it again. */
const notNow = () =>
  new Refusal(503, 'Amazon SNS cannot be reached. Try again in a moment.', { headers: { 'Retry-After': '5' } });
