/** A page of New Orders for somebody else, while one address sends bodies that cost more than they look. */
import { orderCalls } from 'shared/api/orderCalls';
import { startDesk } from '../../e2e/startDesk.ts';
import { deskCaller } from '../deskCaller.ts';
import { timeLine, type Line } from '../report.ts';
import { underFlood } from './underFlood.ts';

const floods = {
  bombs: '14 bytes of brotli that hold 1 MB, to track-order',
  packedKeys: '80,000 keys in brotli, to track-order',
  keys: '16 KB of keys, to track-order',
  megabytes: '1 MB without a token, to a staff call',
};

export async function bodies(): Promise<Line[]> {
  const desk = await startDesk({ LOG_LEVEL: 'error' });
  try {
    const list = (await deskCaller(desk))(orderCalls.list, { orderName: 'newOrder' });
    const quiet = await underFlood(desk, null, list);
    const lines = [timeLine('New Orders, nobody attacks', quiet.times)];
    for (const [name, what] of Object.entries(floods)) {
      const flood = new URL('./bodyFlood.ts', import.meta.url);
      flood.searchParams.set('of', name);
      const { times, saw } = await underFlood(desk, flood, list, { warmUpMs: 4_000 });
      const seen = Object.entries(saw).map(([key, n]) => `${key} ${n}`);
      lines.push(timeLine(`New Orders, while 25 connections send ${what} (${seen.join(', ')})`, times, '≤ 50 ms p95'));
    }
    return lines;
  } finally {
    await desk.stop();
  }
}
