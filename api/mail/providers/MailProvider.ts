export interface Attachment {
  fileName: string;
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

/** Its calls throw a MailFailure if the mail was certainly not sent. */
export interface MailProvider {
  /** Whether sending a mail twice has no effect, so that calls without a result may be retried. */
  repeatable: boolean;
  paced: boolean;
  prepare: (mail: RenderedMail) => Promise<ProviderCall>;
}

/**
 * The mail was certainly not sent. `refused`: a retry is useless. `notTaken`: a retry may succeed. After any other
 * error, nobody knows whether it was sent. `cause` is logged, and `message` is shown to staff.
 */
export class MailFailure extends Error {
  override name = 'MailFailure';
  readonly outcome: 'refused' | 'notTaken';
  /** The provider throttles calls; the mail itself is fine. */
  readonly tooMany: boolean;
  readonly retryAfterSeconds: number | null;

  constructor(
    outcome: 'refused' | 'notTaken',
    reason: string,
    {
      tooMany = false,
      retryAfterSeconds = null,
      ...options
    }: { tooMany?: boolean; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(reason, options);
    this.outcome = outcome;
    this.tooMany = tooMany;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Timeout for reading a document or rendering an invoice before the mail is claimed. */
export const renderTimeoutSeconds = 60;

/** Timeouts for connecting, and for sending the mail including the response. */
export const connectTimeoutSeconds = 5;
export const responseTimeoutSeconds = 60;

/** Timeout of a whole call. Stopping waits for calls in progress. */
export const callTimeoutSeconds = connectTimeoutSeconds + responseTimeoutSeconds;

/** Age at which a call counts as interrupted: longer than any call and the statements around it. */
export const interruptedAfterSeconds = callTimeoutSeconds + 55;

/** Rejects with the signal's reason if it aborts first. */
export async function rejectOnAbort<T>(asked: Promise<T>, timeIsUp: AbortSignal): Promise<T> {
  let tooLate = () => {};
  const late = new Promise<never>((_, reject) => {
    tooLate = () => reject(timeIsUp.reason as Error);
    if (timeIsUp.aborted) tooLate();
    timeIsUp.addEventListener('abort', tooLate);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    timeIsUp.removeEventListener('abort', tooLate);
  }
}
