import { sendWrongSignIns } from './sendWrongSignIns.ts';
import type { Flood } from './underFlood.ts';

/** Each from an IPv4 address that was never seen before, as it comes through a proxy. */
const flood: Flood = (target, stopped) =>
  sendWrongSignIns(
    target,
    stopped,
    (number) => `100.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`,
  );
export default flood;
