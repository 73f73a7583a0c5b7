/**
 * For how many seconds the headers of a 429 (names in lower case) ask for silence; null when they say nothing of use.
 * `Retry-After`: seconds or a date (RFC 9110, 10.2.3). `X-RateLimit-Reset`: the second of the clock at which SendGrid
 * begins to count anew.
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
