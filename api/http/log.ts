import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';

/**
 * The log: JSON lines on standard output, without personal data or secrets. Requests are logged by their route (never
 * by their address, which may carry grants), bodies and headers not at all, errors by `describeError`.
 */
export function makeLog({ logLevel }: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Logger {
  // What reads forms tells of each, at the level trace, with all its headers: also the token.
  const redact = { paths: ['busboyOptions'], remove: true };
  const options = { level: logLevel, base: undefined, serializers: { err: describeError }, redact };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What the log keeps of an error: enough to find the fault, nothing that was in a row. A database error's text and
 * detail quote values, and drizzle's its parameters, so of those only code, constraint and place remain.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code, constraint, table, routine } = cause as Error & Record<string, unknown>;
  const ofDatabase = 'severity' in cause || 'query' in error;
  return {
    type: cause.name,
    ...(ofDatabase ? { constraint, table, routine } : { message: maskEmails(cause.message) }),
    code,
    stack: cause.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
}

/** Cut first: the search takes time by the square of the length. The last word may have been cut, so it goes too. */
function maskEmails(text: string): string {
  const start = text.length > 1_000 ? text.slice(0, 1_000).replace(/\S+$/, '') : text;
  return start.replace(/[^\s<>"']+@[^\s<>"']+/g, '***');
}
