import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Flood } from './underFlood.ts';

const head = [
  'POST /api/front/track-order HTTP/1.1',
  'Host: desk',
  'Content-Type: application/json',
  'Content-Length: 100',
  '',
  '{"orderId": ',
].join('\r\n');

/** Keeps 2,000 POSTs half-sent: whichever is ended, another takes its place. `held` is the most that were open at once. */
const halfSentFlood: Flood = async ({ staff, from }, stopped) => {
  const open = new Set<Socket>();
  let [opened, held] = [0, 0];
  while (!stopped.aborted) {
    for (let more = Math.min(100, 2_000 - open.size); more > 0; more -= 1) {
      const client = connect({ port: Number(new URL(staff).port), host: '127.0.0.1', localAddress: from });
      open.add(client);
      client.on('connect', () => client.write(head)).on('error', () => {});
      client.on('close', () => open.delete(client)).resume();
      opened += 1;
    }
    await setTimeout(50);
    held = Math.max(held, Array.from(open).filter(({ connecting }) => !connecting).length);
  }
  for (const client of open) client.destroy();
  return { opened, held };
};
export default halfSentFlood;
