/** Half-sent POSTs, and more requests than can be answered: what a list page takes for everybody else meanwhile. */
import { orderCalls } from 'shared/api/orderCalls';
import { startDesk } from '../../e2e/startDesk.ts';
import { deskCaller } from '../deskCaller.ts';
import { timeLine, type Line } from '../report.ts';
import { underFlood } from './underFlood.ts';

const floods: Record<string, URL | null> = {
  quiet: null,
  '2,000 half-sent POSTs': new URL('./halfSentFlood.ts', import.meta.url),
  '250 connections that ask without a pause': new URL('./requestFlood.ts', import.meta.url),
  '250 connections that ask for GET /% without a pause': new URL('./badAddressFlood.ts', import.meta.url),
};

export async function requestFloods(): Promise<Line[]> {
  const desk = await startDesk();
  try {
    const call = await deskCaller(desk);
    const list = call(orderCalls.list, { orderName: 'newOrder' });
    const lines: Line[] = [];
    for (const [name, flood] of Object.entries(floods)) {
      const { times, saw } = await underFlood(desk, flood, list);
      const line = timeLine(`A list page of somebody else: ${name}`, times, flood ? 'p95 ≤ 50 ms' : undefined);
      lines.push({ ...line, spread: `${line.spread}${flood ? `; ${JSON.stringify(saw).replaceAll('"', '')}` : ''}` });
    }
    return lines;
  } finally {
    await desk.stop();
  }
}
