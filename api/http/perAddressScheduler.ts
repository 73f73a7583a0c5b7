import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TrustProxy } from '../settings/trustProxySetting.ts';
import { addressKey, callerAddress } from './connections.ts';

export interface AddressSchedulerLimits {
  concurrency: number;
  /** Interval in milliseconds for checking whether a request waits for its client. */
  checkIntervalMs: number;
  /** Waiting requests per address. Only a client that pipelines requests has more. */
  maxWaiting: number;
}

const defaultSchedulerLimits: AddressSchedulerLimits = { concurrency: 16, checkIntervalMs: 250, maxWaiting: 512 };

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Calls `begin` when it is the request's turn. Has the shape of an `onRequest` hook. */
export type AddressScheduler = (request: FastifyRequest, reply: FastifyReply, begin: () => void) => void;

/** Whether the request waits for its client: its body is still arriving, or the response is not being read. */
const waitsForClient = ({ raw }: FastifyRequest, { raw: answer }: FastifyReply) =>
  raw.complete === false || answer.writableEnded || answer.writableNeedDrain;

/**
 * Limits concurrent requests per address and queues the rest, so that other addresses wait only for a few of them.
 */
export function perAddressScheduler(trust: TrustProxy, limits = defaultSchedulerLimits): AddressScheduler {
  const { concurrency, checkIntervalMs, maxWaiting } = limits;
  const lanes = new Map<string, Lane>();

  return (request, reply, done) => {
    const key = addressKey(callerAddress(request, trust));
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    const begin = () => {
      lane.running += 1;
      if (request.raw.socket.destroyed) return next(key, lane);
      const end = () => {
        clearInterval(looking);
        reply.raw.off('close', end);
        // Deferred to a later turn of the event loop, so that other addresses go first.
        setImmediate(next, key, lane);
      };
      const looking = setInterval(() => waitsForClient(request, reply) && end(), checkIntervalMs).unref();
      reply.raw.once('close', end);
      done();
    };
    if (lane.running < concurrency) begin();
    else if (lane.waiting.length < maxWaiting) lane.waiting.push(begin);
    else request.raw.socket.destroy();
  };

  function next(key: string, lane: Lane) {
    lane.running -= 1;
    const begin = lane.waiting.shift();
    if (begin) begin();
    else if (lane.running === 0) lanes.delete(key);
  }
}
