import { MailFailure } from './MailProvider.ts';

interface ProviderError {
  name: string;
  status: number | undefined;
  said: string | undefined;
  /** The answer means "slower", whatever its status; 429 always does. */
  tooMany?: boolean;
  /** Of the answer, names in lower case. */
  headers: Readonly<Record<string, unknown>> | undefined;
  /** The SDK says that it never connected. */
  unconnected?: boolean;
  cause: unknown;
}

/** Statuses below 500 that say "later", not "never". */
const later = [408, 425];

/** What stands in front of a provider says that it got no answer out of it: the mail may have been taken. */
const ofGateway = [502, 504];

/** Faults of the connection before anything was said over it: the mail cannot have been taken. */
const beforeTheCall = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/**
 * What an error of a provider's SDK means for the mail. An answer tells: 4xx never, 5xx later, 429 later for all. Without
 * one of the provider itself only a connection that was never made is certain; everything else stays what it is, since
 * the mail may be out.
 */
export function mailFailureOf({ name, status, said, tooMany, headers, unconnected, cause }: ProviderError): unknown {
  if (status !== undefined && status >= 400 && !ofGateway.includes(status)) {
    const answer = said ? `${name}: ${said}` : `${name} answered ${status}.`;
    const reason = answer.slice(0, 500);
    if (tooMany || status === 429) {
      return new MailFailure('notTaken', reason, { tooMany: true, retryAfterSeconds: retryAfterSecondsOf(headers) });
    }
    return new MailFailure(status >= 500 || later.includes(status) ? 'notTaken' : 'refused', reason);
  }
  if (unconnected || neverConnected(cause)) return new MailFailure('notTaken', `${name} could not be reached.`);
  return cause;
}

/** Looks at what an error is made of, not at its class: libraries wrap the connection's error in their own. */
function neverConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  if (code && (beforeTheCall.includes(code) || syscall === 'connect')) return true;
  // A host of several addresses was tried at each of them.
  const inner = errors?.length ? errors : [cause];
  return inner.every(neverConnected);
}

/**
 * For how many seconds the headers of a 429 (names in lower case) ask for silence; null when they say nothing of use.
 * `Retry-After`: seconds or a date (RFC 9110, 10.2.3). `X-RateLimit-Reset`: the Unix time at which SendGrid starts
 * counting again.
 */
export function retryAfterSecondsOf(headers: Readonly<Record<string, unknown>> | undefined): number | null {
  const { 'retry-after': after, 'x-ratelimit-reset': reset } = headers ?? {};
  const now = Date.now();
  for (const seconds of [
    wholeNumberOf(after),
    (Date.parse(String(after)) - now) / 1000,
    wholeNumberOf(reset) - now / 1000,
  ]) {
    if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  }
  return null;
}

const wholeNumberOf = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : NaN);
