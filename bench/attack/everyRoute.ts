/** Floods each route with a signed-in session. Reports the five routes that slow another session's list page most. */
import { allCalls } from 'shared/api/allCalls';
import type { Call } from 'shared/api/call';
import { callUrl, getUrl } from 'shared/api/client/callUrl';
import { signInTo } from '../../api/testing/callProduct.ts';
import type { Desk } from '../../e2e/startDesk.ts';
import { type Line } from '../measure.ts';
import type { Requests } from './floods.ts';
import { latencyLine, underFlood } from './underFlood.ts';

/** Input that most calls accept any number of times. No member and no remark has the id 999999. */
const input = { orderId: '100001', orderName: 'newOrder', id: '999999', jobId: '1', remarkId: '999999', limit: '500' };
const pages = ['/', '/admin', '/remotes.json', '/api/docs', '/api/openapi.json', '/reference/swagger-ui-bundle.js'];

/** Logging out would end the flood's own session. */
const skipped = new Set<Call>([allCalls.logout]);

export async function everyRoute(desk: Desk, list: () => Promise<unknown>): Promise<Line[]> {
  const headers = { 'Accept-Encoding': 'br', authorization: await signInTo(desk.staff) };
  const floods: Requests[] = pages.map((address) => ({ kind: 'requests', address, headers, connections: 200 }));
  for (const call of Object.values<Call>(allCalls)) {
    if (skipped.has(call)) continue;
    const isRead = call.method === 'GET';
    floods.push({
      kind: 'requests',
      method: call.method,
      address: isRead ? getUrl(call, input) : callUrl(call, input).path,
      headers: isRead ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: isRead ? '' : JSON.stringify({ orderId: input.orderId }),
      connections: 200,
    });
  }
  const found = [];
  for (const flood of floods) {
    const what = `${flood.method ?? 'GET'} ${flood.address.split('?')[0]}`;
    const latency = await underFlood(desk, flood, list, { count: 100, minMs: 1_000, maxMs: 4_000, warmUpMs: 500 });
    console.log(`    ${what}: p95 ${latency.times.p95.toFixed(1)} ms`);
    found.push({ what, latency });
  }
  const slow = found.filter(({ latency }) => latency.times.p95 > 50 || latency.failed);
  return [
    ...found
      .toSorted((one, other) => other.latency.times.p95 - one.latency.times.p95)
      .slice(0, 5)
      .map(({ what, latency }) => latencyLine(`List page while 200 connections send ${what}`, latency, 'p95 ≤ 50 ms')),
    { what: 'Routes that meet this aim', figure: `${found.length - slow.length} of ${found.length}`, aim: 'all' },
  ];
}
