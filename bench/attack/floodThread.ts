/** The thread of one flood: see underFlood. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Flood, Target } from './underFlood.ts';

const { flood, target } = workerData as { flood: string; target: Target };
const stopping = new AbortController();
parentPort!.once('message', () => stopping.abort());
const { default: run } = (await import(flood)) as { default: Flood };
parentPort!.postMessage('begun');
parentPort!.postMessage(await run(target, stopping.signal));
