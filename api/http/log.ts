import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';

/** Logs neither personal data nor secrets: routes instead of URLs (which may carry grants), no bodies or headers. */
export function createLogger({ logLevel }: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Logger {
  // At trace level the form parser logs all headers, including the token.
  const redact = { paths: ['busboyOptions'], remove: true };
  const options = { level: logLevel, base: undefined, serializers: { err: describeError }, redact };
  return destination ? pino(options, destination) : pino(options);
}

function describeError(error: unknown) {
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

/** Truncates first, because matching is quadratic. Then drops the last word, which may be a cut-off email. */
export function maskEmails(text: string): string {
  const start = text.length > 1_000 ? text.slice(0, 1_000).replace(/\S+$/, '') : text;
  return start.replace(/[^\s<>"']+@[^\s<>"']+/g, '***');
}
