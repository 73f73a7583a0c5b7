/** Which time it is at the server: a moment that it names is not counted down by a computer's clock that is wrong. */

/** `Date` (RFC 9110, 6.6.1) has whole seconds, and an answer takes its time: within this the two clocks are the same. */
const sameWithinMs = 2_000;

let aheadMs = 0;

/** Takes the server's time from an answer that has just come. */
export function hearServerTime({ headers }: Response) {
  const saidMs = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(saidMs)) return;
  const heardMs = saidMs - Date.now();
  aheadMs = Math.abs(heardMs) <= sameWithinMs ? 0 : heardMs;
}

/** The server's time in milliseconds, as far as its newest answer tells; that of the computer until one came. */
export const serverNow = (): number => Date.now() + aheadMs;
