import { MailFailure } from './MailProvider.ts';

interface ProviderError {
  name: string;
  status: number | undefined;
  said: string | undefined;
  /** Whether the response means throttling, as 429 always does. */
  tooMany?: boolean;
  headers: Readonly<Record<string, unknown>> | undefined;
  unconnected?: boolean;
  cause: unknown;
}

/** Statuses below 500 that may be retried. */
const later = [408, 425];

/** Statuses of a gateway that got no response, after which the mail may have been accepted. */
const ofGateway = [502, 504];

/** Connection errors before any data was sent. */
const connectErrorCodes = [
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
 * After a response with 4xx the mail is refused; after 5xx or 429 it is retried. Without a response, a MailFailure only
 * results if no connection was made; other errors are returned unchanged.
 */
export function toMailFailure({ name, status, said, tooMany, headers, unconnected, cause }: ProviderError): unknown {
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

/** Checks codes instead of classes, because libraries wrap connection errors. */
function neverConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  if (code && (connectErrorCodes.includes(code) || syscall === 'connect')) return true;
  // The connection was tried with each address of the host, and each error is in `errors`.
  const inner = errors?.length ? errors : [cause];
  return inner.every(neverConnected);
}

/**
 * Seconds to pause, or null. `Retry-After`: seconds or a date (RFC 9110, 10.2.3). `X-RateLimit-Reset`: the Unix time of
 * SendGrid's next period.
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
