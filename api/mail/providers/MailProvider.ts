import { addAbortListener } from 'node:events';
import type { MailServiceProvider } from 'shared/api/fields/fields';

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface RenderedMail {
  /** Passed to the provider, whose reports then contain it. */
  mailId: number;
  /** Null for mail to a member. */
  orderId: string | null;
  from: string;
  to: string;
  replyTo: string;
  /** In angle brackets. */
  messageId: string;
  subject: string;
  html: string;
  text: string;
  attachment: Attachment | null;
}

export type ProviderCall = () => Promise<{ messageId: string | null }>;

/** Calls throw a MailFailure if the mail was definitely not sent. */
export interface MailProvider {
  /** Whether sending a mail twice has no effect, so that calls without a result may be retried. True only for the outbox. */
  repeatable: boolean;
  prepare: (mail: RenderedMail) => Promise<ProviderCall>;
}

export type MailProviders = Readonly<Record<MailServiceProvider, MailProvider>>;

export async function composeMail(mail: RenderedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { from, to, replyTo, messageId, subject, text, html, attachment } = mail;
  const composer = new MailComposer({
    from,
    to,
    replyTo,
    messageId,
    subject,
    text,
    html,
    // Content is never a path or URL, so the library must not read any.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(attachment && { attachments: [attachment] }),
  });
  return composer.compile().build();
}

/**
 * The mail was definitely not sent. `refused`: a retry is useless. `notTaken`: a retry may succeed. `tooMany`: the
 * provider throttles calls. After any other error, nobody knows whether the mail was sent. `cause` is logged, and
 * `message` is shown to staff.
 */
export class MailFailure extends Error {
  override name = 'MailFailure';
  readonly outcome: 'refused' | 'notTaken' | 'tooMany';
  readonly retryAfterSeconds: number | null;

  constructor(
    outcome: MailFailure['outcome'],
    reason: string,
    { retryAfterSeconds = null, ...options }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(reason, options);
    this.outcome = outcome;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

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

/** Statuses below 500, besides 429, that may be retried. */
const later = [408, 425];

/** Statuses of a gateway that got no response. The mail may have been accepted. */
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
 * Returns a MailFailure: `tooMany` for throttling; `notTaken` for 408, 425 and 5xx except 502 and 504, or if no connection
 * was made; `refused` for other error responses. After 502, 504 or a lost connection the mail may have been sent, so the
 * error is returned unchanged.
 */
export function toMailFailure({ name, status, said, tooMany, headers, unconnected, cause }: ProviderError): unknown {
  if (status !== undefined && status >= 400 && !ofGateway.includes(status)) {
    const answer = said ? `${name}: ${said}` : `${name} returned status ${status}.`;
    const reason = answer.slice(0, 500);
    if (tooMany || status === 429) {
      return new MailFailure('tooMany', reason, { retryAfterSeconds: retryAfterSecondsOf(headers) });
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
  // If the host has several addresses, Node tries each and collects the errors in `errors`.
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

/** Timeout for preparing a mail with its attachment, before it is claimed. */
export const renderTimeoutSeconds = 60;

/** Timeouts for connecting, and for sending the mail including the response. */
export const connectTimeoutSeconds = 5;
export const responseTimeoutSeconds = 60;

/** Timeout of a whole call. A stopping process waits for calls in progress. */
export const callTimeoutSeconds = connectTimeoutSeconds + responseTimeoutSeconds;

/** Age at which a call counts as interrupted: longer than any call and the statements around it. */
export const interruptedAfterSeconds = callTimeoutSeconds + 55;

/** Rejects with the signal's reason if it aborts first. */
export async function rejectOnAbort<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _listener = addAbortListener(signal, () => reject(signal.reason as Error));
  return await Promise.race([task, aborted]);
}
