/** One customer's token begins 1,000 downloads: how many rows they leave, and what becomes of the order's answer. */
import { customerCalls } from 'shared/api/customerCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { callProduct, mustCall } from '../../api/testing/callProduct.ts';
import { startDesk, type Desk } from '../../e2e/startDesk.ts';
import { deskCaller, type Caller } from '../deskCaller.ts';
import type { Line } from '../report.ts';

const calls = 1_000;
const atOnce = 20;
const zones = Intl.supportedValuesOf('timeZone');

export async function downloads(): Promise<Line[]> {
  const desk = await startDesk();
  try {
    const call = await deskCaller(desk);
    const orders = await call(orderCalls.list, { orderName: 'completedOrder' })();
    // One whose document nobody has downloaded yet.
    for (const { order_id, email } of orders.data) {
      const before = await detailsOf(call, order_id);
      const file1 = before.uploadDoc[0]?.file1;
      if (!file1 || before.downloadTotal > 0) continue;
      const token = await track(desk, order_id, email);
      const lines: Line[] = [];
      for (const [who, zoneOf] of [
        ['one device', () => 'Asia/Dubai'],
        ['from all over the world', (n: number) => zones[n % zones.length]!],
      ] as const) {
        const began = performance.now();
        const seen: number[] = [];
        while (seen.length < calls) {
          const portion = Array.from({ length: atOnce }, (_, n) => zoneOf(seen.length + n));
          const sent = portion.map((zone) => begin(desk, { token, orderId: order_id, file1, zone }));
          seen.push(...(await Promise.all(sent)));
        }
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        const { downloadTotal, bytes } = await detailsOf(call, order_id);
        const statuses = Object.entries(Object.groupBy(seen, (status) => String(status)));
        const answers = statuses.map(([status, of]) => `${of!.length} × ${status}`).join(', ');
        lines.push({
          what: `Rows of an order after ${calls.toLocaleString('en')} download calls of its token, ${who}`,
          figure: `${downloadTotal} rows`,
          spread: `in ${seconds} s; ${answers}; the order's answer has ${bytes} bytes`,
          aim: '≤ 20 an hour',
        });
      }
      return lines;
    }
    throw new Error('The demo has no completed order with a document');
  } finally {
    await desk.stop();
  }
}

async function detailsOf(call: Caller, orderId: string) {
  const answer = await call(orderCalls.details, { orderId })();
  return { ...answer.data, bytes: JSON.stringify(answer).length };
}

async function track(desk: Desk, orderId: string, email: string): Promise<string> {
  return (await mustCall(desk.customers, customerCalls.track, { orderId, email })).data.token;
}

async function begin(
  desk: Desk,
  { token, orderId, file1, zone }: { token: string; orderId: string; file1: string; zone: string },
): Promise<number> {
  const input = { orderId, customername: 'customer', file1 } as const;
  const sent = { token, headers: { 'X-Timezone': zone } };
  return (await callProduct(desk.customers, customerCalls.downloadDocument, input, sent)).status;
}
