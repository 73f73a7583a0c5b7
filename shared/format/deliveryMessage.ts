import { count } from './count.ts';

export const deliveryMessage = (waitSeconds: number): string =>
  waitSeconds === 0
    ? 'The email is on its way.'
    : `Email sends in ${waitSeconds === 1 ? '1 second' : `${count(waitSeconds)} seconds`}.`;

/** Finds the seconds of a `deliveryMessage` in a longer text; null without one. */
export function splitAtDelivery(text: string) {
  const [before, seconds, after] = text.split(/Email sends in ([\d,]+) seconds?\./);
  return { before, seconds: seconds === undefined ? null : Number(seconds.replaceAll(',', '')), after };
}
