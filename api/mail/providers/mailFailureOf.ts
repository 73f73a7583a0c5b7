import { MailFailure } from './MailProvider.ts';
import { retryAfterSecondsOf } from './retryAfterSecondsOf.ts';

interface ProviderError {
  name: string;
  status: number | undefined;
  said: string | undefined;
  /** The answer means "slower", whatever its status; 429 always does. */
  tooMany?: boolean;
  /** Of the answer, names in lower case. */
  headers: Readonly<Record<string, unknown>> | undefined;
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
export function mailFailureOf({ name, status, said, tooMany, headers, cause }: ProviderError): unknown {
  if (status !== undefined && status >= 400 && !ofGateway.includes(status)) {
    const answer = said ? `${name}: ${said}` : `${name} answered ${status}.`;
    const reason = answer.slice(0, 500);
    if (tooMany || status === 429) {
      return new MailFailure('notTaken', reason, { tooMany: true, retryAfterSeconds: retryAfterSecondsOf(headers) });
    }
    return new MailFailure(status >= 500 || later.includes(status) ? 'notTaken' : 'refused', reason);
  }
  if (neverConnected(cause)) return new MailFailure('notTaken', `${name} could not be reached.`);
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
