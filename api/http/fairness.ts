import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TrustProxy } from '../settings/trustProxySetting.ts';
import { orderOfCustomerToken, readFileGrant, readMailGrant } from '../signing/tokens.ts';
import { hasIntakeKey, isGenuineSession } from './authorise.ts';
import { addressKey, callerAddress } from './connections.ts';
import { isLastingFile } from './pages.ts';
import { Refusal } from './Refusal.ts';

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

type Rank = 'stranger' | 'customer' | 'staff';

/** So many times `MAX_LAG_MS` may the event loop lag before they are turned away: those who work here go last. */
const patience: Readonly<Record<Rank, number>> = { stranger: 1, customer: 2, staff: 4 };

const retryAfterSeconds = 5;

/** How often the event loop is sampled, and over how long that is judged; milliseconds. */
const everyMs = 20;
const spanMs = 1_000;

/**
 * With 503 and `Retry-After`, turns callers away as long as the event loop lags: before anything is done for them.
 * `givenLag` is how late it is, in milliseconds, where a test says so.
 */
export function shedLoad(app: FastifyInstance, givenLag?: () => number): void {
  const { maxLagMs } = app.desk.settings;
  if (maxLagMs === 0) return;
  const lag = givenLag ?? lagOfLoop(app);
  app.addHook('onRequest', async (request) => {
    const lags = lag() / maxLagMs;
    // Health is always told: whoever asks for it decides about this process. And a page that was given must be able to
    // stand: its files lie there packed, and who loads them has no session to show.
    if (!isTurnedAway('stranger', lags) || request.routeOptions.url === '/api/health' || isLastingFile(request)) return;
    if (isTurnedAway(await rankOf(request), lags)) throw busy();
  });
}

/** The samples of `monitorEventLoopDelay` over a period, in nanoseconds. */
type Samples = Pick<Histogram, 'count' | 'mean' | 'max'>;

/**
 * How late the event loop was, in milliseconds: the mean of the samples without the latest of them, so that one long turn
 * (a start, a collection of garbage) turns nobody away.
 */
export const lagOf = ({ count, mean, max }: Samples): number =>
  Math.max(0, (mean * count - max) / (count - 1) / 1e6 - everyMs);

/** Watches the event loop until the app closes. */
function lagOfLoop(app: FastifyInstance): () => number {
  const samples = monitorEventLoopDelay({ resolution: everyMs });
  samples.enable();
  let lag = 0;
  const looking = setInterval(() => {
    // While each turn takes a second, three samples take three.
    if (samples.count < 3) return;
    lag = lagOf(samples);
    samples.reset();
  }, spanMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(looking);
    samples.disable();
  });
  return () => lag;
}

/** The rule: whether a lag of so many times `MAX_LAG_MS` is too long for somebody of this rank. */
export const isTurnedAway = (rank: Rank, lags: number): boolean => lags > patience[rank];

/**
 * Who calls, as far as it can be known without the database. What is signed counts, so a session that outlived a restart
 * or was begun at another instance is known too: anybody can write a header, and would be staff by it.
 */
export async function rankOf({ routeOptions, headers, query, server }: FastifyRequest): Promise<Rank> {
  const { secret, settings } = server.desk;
  const { authorization } = headers;
  const { call } = routeOptions.config;
  if (call?.needs === 'intake') return hasIntakeKey({ headers }, settings) ? 'staff' : 'stranger';
  if (call?.needs === 'customer') {
    return authorization && (await orderOfCustomerToken(secret, authorization)) ? 'customer' : 'stranger';
  }
  const isForStaff = call ? call.needs !== 'anyone' : isOfDocuments(routeOptions.url);
  if (isForStaff && authorization && (await isGenuineSession(secret, authorization))) return 'staff';
  const { grant } = query as { grant?: unknown };
  const isGranted =
    isOfDocuments(routeOptions.url) &&
    typeof grant === 'string' &&
    ((await readFileGrant(secret, grant)) ?? (await readMailGrant(secret, grant)));
  return isGranted ? 'customer' : 'stranger';
}

const isOfDocuments = (route: string | undefined) => route?.startsWith('/uploads/') ?? false;

const busy = () =>
  new Refusal(503, `There is too much to do at the moment. Try again in ${retryAfterSeconds} seconds.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
