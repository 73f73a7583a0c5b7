/** The thread that checks portions: reading a million orders leaves no time for anything else. */
import { parentPort } from 'node:worker_threads';
import { checkPortion, type OrderForm } from './checkPortion.ts';
import type { Portion } from './linePortions.ts';

parentPort!.on('message', ({ portion, form, now }: { portion: Portion; form: OrderForm; now: Date }) => {
  const checked = checkPortion(portion, form, now);
  parentPort!.postMessage(checked, [checked.bytes.buffer, checked.ends.buffer, checked.lines.buffer]);
});
