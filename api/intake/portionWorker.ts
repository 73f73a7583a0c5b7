/** The thread that checks portions: reading a million orders leaves no time for anything else. */
import { parentPort } from 'node:worker_threads';
import { checkPortion } from './checkPortion.ts';
import type { CheckRequest, CheckReply } from './PortionCheckers.ts';

parentPort!.on('message', ({ portion, form, now, spare }: CheckRequest) => {
  const checked = checkPortion(portion, form, now, spare);
  const memory = portion.bytes.buffer;
  const reply: CheckReply = { checked, memory };
  parentPort!.postMessage(reply, [memory, checked.bytes.buffer, checked.ends.buffer, checked.lines.buffer]);
});
