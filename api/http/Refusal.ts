import * as v from 'valibot';

/**
 * A call that is not done, with its HTTP status and the text that a person reads. The one way to refuse: errorHandler
 * turns it into the envelope; whatever else is thrown is a 500 without its text.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly httpStatus: number;
  /** Whatever helps to go on: a bulk's failures, a stale version's changes. */
  readonly data: unknown;
  /** Field → text. */
  readonly errors: Record<string, string> | undefined;
  /** Further keys of the envelope, beside status, message and data. */
  readonly beside: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    httpStatus: number,
    message: string,
    about: {
      data?: unknown;
      errors?: Record<string, string>;
      beside?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.httpStatus = httpStatus;
    this.data = about.data ?? null;
    this.errors = about.errors;
    this.beside = about.beside;
    this.headers = about.headers;
  }
}

/** 429 with `Retry-After`: "Too many attempts. Try again in N seconds." */
export function tooManyAttempts(seconds: number): Refusal {
  const wait = Math.max(1, Math.ceil(seconds));
  return new Refusal(429, `Too many attempts. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`, {
    headers: { 'Retry-After': String(wait) },
  });
}

/** 507: the disk is almost full. */
export const noRoom = () =>
  new Refusal(507, 'The disk is almost full, so nothing can be changed now. Nothing was changed. Reading goes on.', {
    headers: { 'Retry-After': '30' },
  });

/** The field that an issue is about, by its name in the input. */
export const fieldOf = ({ path }: v.BaseIssue<unknown>): string => String(path?.[0]?.key ?? 'body').slice(0, 100);

/** Tells a person about a wrong input: by the field's own text, or else by one that names the field. */
export function issueText(issue: v.BaseIssue<unknown>): string {
  // The library's texts name its types, and quote what was sent.
  if (!issue.message.startsWith('Invalid ') || !/: (Expected|Received) /.test(issue.message)) return issue.message;
  const field = (v.getDotPath(issue) ?? fieldOf(issue)).slice(0, 100);
  if (issue.expected === 'never') return `There is no field ${field} here.`;
  if (issue.kind === 'schema' && issue.input === undefined) return `Send ${field}.`;
  const form = forms[issue.type]?.(issue);
  return form ? `Send ${field} as ${form}.` : `Send ${field} as /api/docs describes it.`;
}

const forms: Record<string, (issue: v.BaseIssue<unknown>) => string> = {
  string: () => 'text',
  number: () => 'a number',
  boolean: () => 'true or false',
  array: () => 'a list',
  object: () => 'an object',
  strict_object: () => 'an object',
  record: () => 'an object',
  literal: ({ expected }) => choices(expected),
  picklist: ({ expected }) => choices(expected),
  union: ({ expected }) => choices(expected),
  max_length: ({ requirement }) => `no more than ${String(requirement)} characters or entries`,
  min_length: ({ requirement }) => `at least ${String(requirement)} characters or entries`,
  integer: () => 'a whole number',
  max_value: ({ requirement }) => `${String(requirement)} or less`,
  min_value: ({ requirement }) => `${String(requirement)} or more`,
};

/** `("Y" | "" | Array)` as Y or empty or array. */
const choices = (expected: string | null) =>
  (expected ?? '')
    .replaceAll(' | ', ' or ')
    .replace(/"([^"]*)"|[()]|\w+/g, (part, value?: string) =>
      value === undefined ? part.replace(/[()]/, '').toLowerCase() : value || 'empty',
    );
