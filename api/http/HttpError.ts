import { pluralize } from 'shared/format/count';
import * as v from 'valibot';

interface HttpErrorDetails {
  /** Details, such as a bulk action's failures, or what changed since the version that the client has. */
  data?: unknown;
  errors?: Record<string, string>;
  /** Additional keys of the envelope. */
  extraBody?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Seconds for `Retry-After`. */
  retryAfter?: number;
}

/** A refused call, which `errorHandler` turns into a response. Unexpected errors become a 500 without their text. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly httpStatus: number;
  readonly details: HttpErrorDetails;

  constructor(httpStatus: number, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.httpStatus = httpStatus;
    this.details = details;
  }
}

export function tooManyAttempts(seconds: number): HttpError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new HttpError(429, `Too many attempts. Try again in ${pluralize(wait, 'second')}.`, { retryAfter: wait });
}

export function tooMany(what: string, seconds: number): HttpError {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : pluralize(minutes, 'minute');
  return new HttpError(429, `${what} Try again in ${wait}.`, { retryAfter: seconds });
}

export const insufficientStorage = () =>
  new HttpError(507, 'The disk is almost full, so nothing was changed. You can still view everything.', {
    retryAfter: 30,
  });

/** For mail providers' reports. Does not reveal which check failed. */
export const invalidSignature = () => new HttpError(401, 'The signature is missing or wrong.');

export const fieldOf = ({ path }: v.BaseIssue<unknown>): string => String(path?.[0]?.key ?? 'body').slice(0, 100);

/** The schema's own message, or a generic one that names the field. */
export function issueText(issue: v.BaseIssue<unknown>): string {
  // Replaces Valibot's default messages, because they quote the input.
  if (!issue.message.startsWith('Invalid ') || !/: (Expected|Received) /.test(issue.message)) return issue.message;
  const field = (v.getDotPath(issue) ?? fieldOf(issue)).slice(0, 100);
  if (issue.expected === 'never') return `Unknown field ${field}.`;
  if (issue.kind === 'schema' && issue.input === undefined) return `${field} is required.`;
  return `${field} must ${forms[issue.type]?.(issue) ?? 'be as described in /api/docs'}.`;
}

/** Each follows "must". */
const forms: Record<string, (issue: v.BaseIssue<unknown>) => string> = {
  string: () => 'be text',
  number: () => 'be a number',
  boolean: () => 'be true or false',
  array: () => 'be a list',
  object: () => 'be an object',
  strict_object: () => 'be an object',
  record: () => 'be an object',
  literal: ({ expected }) => `be ${choices(expected)}`,
  picklist: ({ expected }) => `be ${choices(expected)}`,
  union: ({ expected }) => `be ${choices(expected)}`,
  max_length: ({ requirement }) => `have no more than ${String(requirement)} characters or entries`,
  min_length: ({ requirement }) => `have at least ${String(requirement)} characters or entries`,
  integer: () => 'be a whole number',
  max_value: ({ requirement }) => `be ${String(requirement)} or less`,
  min_value: ({ requirement }) => `be ${String(requirement)} or more`,
};

/** `("Y" | "" | Array)` becomes `Y or empty or array`. */
const choices = (expected: string | null) =>
  (expected ?? '')
    .replaceAll(' | ', ' or ')
    .replace(/"([^"]*)"|[()]|\w+/g, (part, value?: string) =>
      value === undefined ? part.replace(/[()]/, '').toLowerCase() : value || 'empty',
    );
