import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Desk } from '../../e2e/startDesk.ts';
import { figures, type Figures } from '../measure.ts';

/** Whom a flood attacks, and from which address of this machine: everybody else comes from 127.0.0.1. */
export interface Target {
  staff: string;
  customers: string;
  /** A loopback address, for the `localAddress` of connections. */
  from: string;
}

/** A module's default export; it floods until its signal is aborted, and answers what it saw, for people. */
export type Flood = (target: Target, stopped: AbortSignal) => Promise<Record<string, number>>;

/**
 * Runs a flood (the address of its module) in a thread of its own, and meanwhile what somebody else does, one at a time,
 * at least `count` times and so long, after a moment in which the flood gets going. Answers their times and what the flood saw.
 */
export async function underFlood(
  desk: Desk,
  flood: URL | null,
  bystander: () => Promise<unknown>,
  { count = 200, leastMs = 5_000, warmUpMs = 1_000 } = {},
): Promise<{ times: Figures; saw: Record<string, number> }> {
  const target: Target = { staff: desk.staff, customers: desk.customers, from: '127.0.0.2' };
  const flooding =
    flood && new Worker(new URL('./floodThread.ts', import.meta.url), { workerData: { flood: flood.href, target } });
  if (flooding) await once(flooding, 'message');
  await setTimeout(warmUpMs);
  const times: number[] = [];
  const end = performance.now() + leastMs;
  while (times.length < count || performance.now() < end) {
    const began = performance.now();
    await bystander();
    times.push(performance.now() - began);
  }
  let saw: Record<string, number> = {};
  if (flooding) {
    flooding.postMessage('stop');
    [saw] = (await once(flooding, 'message')) as [Record<string, number>];
    await flooding.terminate();
  }
  return { times: figures(times), saw };
}
