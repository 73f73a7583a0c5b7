/** Floods every route in turn with a signed-in session, and reports the five that slow another member's list page most. */
import { allCalls } from 'shared/api/allCalls';
import { callAddress } from 'shared/api/callAddress';
import type { Call } from 'shared/api/call';
import { orderCalls } from 'shared/api/orderCalls';
import { signInTo } from '../../api/testing/callProduct.ts';
import { startDesk } from '../../e2e/startDesk.ts';
import { deskCaller } from '../deskCaller.ts';
import { timeLine, type Line } from '../report.ts';
import { underFlood } from './underFlood.ts';

/** Input that a call accepts however often it is sent. */
const input = { orderId: '100001', orderName: 'newOrder', id: '1', jobId: '1', remarkId: '1', limit: '500' };
const pages = ['/', '/admin', '/remotes.json', '/api/docs', '/api/openapi.json', '/reference/swagger-ui-bundle.js'];

/** Signing out would end the flood's own session. */
const left = new Set<Call>([allCalls.logout]);

export async function everyRoute(): Promise<Line[]> {
  const desk = await startDesk();
  try {
    const authorization = await signInTo(desk.staff);
    const list = (await deskCaller(desk))(orderCalls.list, { orderName: 'newOrder' });
    const accepted = { 'Accept-Encoding': 'br' };
    const requests = [
      ...pages.map((address) => ({ method: 'GET', address, headers: accepted, body: '' })),
      ...Object.values<Call>(allCalls)
        .filter((call) => !left.has(call))
        .map((call) => {
          const { path, rest } = callAddress(call, input);
          const isRead = call.method === 'GET';
          return {
            method: call.method,
            address: isRead ? `${path}?${new URLSearchParams(rest as Record<string, string>).toString()}` : path,
            headers: { ...accepted, authorization, 'Content-Type': 'application/json' },
            body: isRead ? '' : JSON.stringify({ orderId: input.orderId }),
          };
        }),
    ];
    const found = [];
    for (const sent of requests) {
      const flood = new URL('./routeFlood.ts', import.meta.url);
      flood.searchParams.set('sent', JSON.stringify(sent));
      const { times, saw } = await underFlood(desk, flood, list, { count: 40, leastMs: 1_000, warmUpMs: 500 });
      found.push({ times, what: `${sent.method} ${sent.address.split('?')[0]} (${Object.keys(saw).join(', ')})` });
    }
    return found
      .toSorted((one, other) => other.times.p95 - one.times.p95)
      .slice(0, 5)
      .map(({ what, times }) => timeLine(`A list page while 250 connections send ${what}`, times, 'p95 ≤ 50 ms'));
  } finally {
    await desk.stop();
  }
}
