import { sendWrongSignIns } from './sendWrongSignIns.ts';
import type { Flood } from './underFlood.ts';

/** All from the one address of the flood. */
const flood: Flood = (target, stopped) => sendWrongSignIns(target, stopped);
export default flood;
