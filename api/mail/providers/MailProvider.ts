import { addAbortSignal, type Readable } from 'node:stream';

/** A document as a mail takes it along. Its bytes are read when the mail goes, not before. */
export interface Attachment {
  fileName: string;
  contentType: string;
  /** Every time from the beginning; rejects with a MailFailure. */
  open: () => Promise<Readable>;
}

/** A mail ready to go, as every provider takes it. */
export interface ReadyMail {
  /** The row of the mail history, given along so that what a provider reports later finds it. */
  mailId: number;
  /** Null: it is to a member. */
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

/** Sends a prepared mail. Resolves with the provider's own id for it, if it assigns one. */
export type ProviderCall = () => Promise<{ messageId: string | null }>;

/** Sends mail. What it throws is a MailFailure whenever it knows what became of the mail. */
export interface MailProvider {
  /** Whether sending the same mail twice is the same as once, so that an unanswered call may simply be repeated. */
  repeatable: boolean;
  /** Whether it takes only so many mails a second. */
  paced: boolean;
  /** Reads all that the mail takes along and returns the call that sends it. A mail whose call is not made has not gone. */
  prepare: (mail: ReadyMail) => Promise<ProviderCall>;
}

/**
 * A mail that did not go out for sure. `refused`: never will, this way. `notTaken`: it may be tried again. Any other
 * error of a provider means that nobody knows. Its `cause` is for the log, its message for people.
 */
export class MailFailure extends Error {
  override name = 'MailFailure';
  readonly outcome: 'refused' | 'notTaken';
  /** Not for this mail's sake: the provider wants fewer calls, of whatever mail. */
  readonly tooMany: boolean;
  /** For how long it wants none, if it said so. */
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

/** Runs what comes before a provider's call: if it fails, the mail surely did not go out. */
export async function beforeTheCall<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof MailFailure) throw error;
    throw new MailFailure('notTaken', 'The mail could not be put together.', { cause: error });
  }
}

/** Time limit for reading a mail's document or making its invoice, before the mail is claimed; then it is retried. */
export const readingSeconds = 60;

/** Time limits for connecting to a provider, and for sending it the whole mail and getting its answer. */
export const connectSeconds = 5;
export const answerSeconds = 60;

/** Time limit of a provider's call. A stop waits for it. */
export const answeredSeconds = connectSeconds + answerSeconds;

/** Longer than any call of a provider can take, with a margin for the statements around it: an older one is broken. */
export const callSeconds = answeredSeconds + 55;

/** What `asked` answers, or the signal's reason when that comes first: for those that cannot be told to stop. */
export async function inTime<T>(asked: Promise<T>, timeIsUp: AbortSignal): Promise<T> {
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

/** The same for a stream, which must also come to its end in time. One that comes too late is not left open. */
export async function streamInTime(asked: Promise<Readable | null>, timeIsUp: AbortSignal): Promise<Readable | null> {
  const bounded = asked.then((stream) => {
    if (!stream) return null;
    if (!timeIsUp.aborted) return addAbortSignal(timeIsUp, stream);
    stream.on('error', () => {}).destroy();
    return null;
  });
  return inTime(bounded, timeIsUp);
}
