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
