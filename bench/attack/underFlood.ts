import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Desk } from '../../e2e/startDesk.ts';
import { figures, type Figures, timeLine, type Line } from '../measure.ts';
import type { Counts, Flood, Target } from './floods.ts';

interface FloodLatency {
  times: Figures;
  failed: number;
  responses: Counts;
}

/**
 * Times a bystander's requests, one at a time. Stops after `count` requests or `maxMs`, but not before 20 requests and
 * `minMs`.
 */
export async function underFlood(
  desk: Desk,
  flood: Flood | null,
  bystander: () => Promise<unknown>,
  { count = 200, minMs = 5_000, maxMs = 10_000, warmUpMs = 1_000 } = {},
): Promise<FloodLatency> {
  const target: Target = { staff: desk.staff, from: '127.0.0.2' };
  const thread = flood && new Worker(new URL('./floods.ts', import.meta.url), { workerData: { flood, target } });
  if (thread) await once(thread, 'message');
  await setTimeout(warmUpMs);
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const isOver = () => {
    const spent = performance.now() - began;
    return times.length >= 20 && spent >= minMs && (times.length >= count || spent >= maxMs);
  };
  while (!isOver()) {
    const startedAt = performance.now();
    await bystander().catch(() => (failed += 1));
    times.push(performance.now() - startedAt);
  }
  let responses: Counts = {};
  if (thread) {
    thread.postMessage('stop');
    [responses] = (await once(thread, 'message')) as [Counts];
    await thread.terminate();
  }
  return { times: figures(times), failed, responses };
}

export function latencyLine(what: string, { times, failed, responses }: FloodLatency, aim?: string): Line {
  const line = timeLine(what, times, aim);
  const seen = Object.entries(responses).map(([name, count]) => `${name}: ${count}`);
  const notes = [...(failed ? [`${failed} failed`] : []), ...(seen.length ? [`the flood saw ${seen.join(', ')}`] : [])];
  return { ...line, spread: [line.spread, ...notes].join('; ') };
}
