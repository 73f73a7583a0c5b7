import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './callerAddress.ts';
import { callerAddress } from './callerAddress.ts';
import type { TrustProxy } from '../settings/trustProxySetting.ts';

export interface FairTurnLimits {
  /** Requests of one address that are worked on at once. */
  atOnce: number;
  /** Milliseconds between two looks at whether a request waits for its client, and then keeps no others waiting. */
  lookMs: number;
  /** Requests of one address that may wait: more than browsers ever send, which only pipelining brings about. */
  waitingAtMost: number;
}

const fairTurnLimits: FairTurnLimits = { atOnce: 16, lookMs: 250, waitingAtMost: 512 };

/** What an address has under way, and what waits for that. */
interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Begins what is to be done for a request once it is its turn. An `onRequest` hook is of this shape. */
export type FairTurns = (request: FastifyRequest, reply: FastifyReply, begin: () => void) => void;

/** Whether the rest is up to the client: its body is still coming, or it does not read its answer. */
const waitsForClient = ({ raw }: FastifyRequest, { raw: answer }: FastifyReply) =>
  raw.complete === false || answer.writableEnded || answer.writableNeedDrain;

/**
 * Works on a few requests of each address at once; its others wait for these. However many one address sends, the next
 * request of anybody else waits for a few of them and not for all: each turn of the event loop stays short.
 */
export function fairTurns(trust: TrustProxy, limits = fairTurnLimits): FairTurns {
  const { atOnce, lookMs, waitingAtMost } = limits;
  const lanes = new Map<string, Lane>();

  return (request, reply, done) => {
    const key = addressKey(callerAddress(request, trust));
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    const begin = () => {
      lane.running += 1;
      // Gone while it waited: nobody is there to be answered.
      if (request.raw.socket.destroyed) return next(key, lane);
      const end = () => {
        clearInterval(looking);
        reply.raw.off('close', end);
        // In a later turn of the event loop: whoever else has come meanwhile goes first.
        setImmediate(next, key, lane);
      };
      const looking = setInterval(() => waitsForClient(request, reply) && end(), lookMs).unref();
      reply.raw.once('close', end);
      done();
    };
    if (lane.running < atOnce) begin();
    else if (lane.waiting.length < waitingAtMost) lane.waiting.push(begin);
    else request.raw.socket.destroy();
  };

  function next(key: string, lane: Lane) {
    lane.running -= 1;
    const begin = lane.waiting.shift();
    if (begin) begin();
    else if (lane.running === 0) lanes.delete(key);
  }
}
