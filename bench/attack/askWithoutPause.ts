import { Agent, request } from 'node:http';
import type { Flood } from './underFlood.ts';

/** Sends a request to an address of the staff over 250 connections, each again as soon as it is answered. */
export function askWithoutPause(address: string, { method = 'GET', headers = {}, body = '' } = {}): Flood {
  return async ({ staff, from }, stopped) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 250, localAddress: from });
    const counts: Record<string, number> = {};
    const ask = () =>
      new Promise<void>((resolve) => {
        const answered = (status: string) => {
          counts[status] = (counts[status] ?? 0) + 1;
          resolve();
        };
        request(`${staff}${address}`, { agent, method, headers }, (answer) => {
          answer.resume().on('end', () => answered(String(answer.statusCode)));
        })
          .on('error', () => answered('cut'))
          .end(body);
      });
    const asking = Array.from({ length: 250 }, async () => {
      while (!stopped.aborted) await ask();
    });
    await Promise.all(asking);
    agent.destroy();
    return counts;
  };
}
