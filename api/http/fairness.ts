import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TrustProxy } from '../settings/settings.ts';
import { readCustomerToken, readFileGrant, readMailGrant } from '../signing/tokens.ts';
import { hasIntakeKey } from './authorise.ts';
import { sessionOfToken } from './session.ts';
import { addressKey, callerAddress } from './connections.ts';
import { HttpError } from './HttpError.ts';
import { isImmutableFile } from './pages.ts';

export interface AddressSchedulerLimits {
  concurrency: number;
  /** Interval in milliseconds for checking whether a request waits for its client. */
  checkIntervalMs: number;
  /** Maximum number of waiting requests per address. Only a client that pipelines requests exceeds it. */
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
 * Limits concurrent requests per address and queues the rest, so that other addresses wait for only a few of them.
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

type CallerClass = 'stranger' | 'customer' | 'staff';

/** Multiples of `MAX_LAG_MS` at which each class of callers is shed, staff last. */
const shedThresholds: Readonly<Record<CallerClass, number>> = { stranger: 1, customer: 2, staff: 4 };

/** How often the event loop delay is sampled, and the period that it is averaged over, in milliseconds. */
const everyMs = 20;
const spanMs = 1_000;

/** Answers 503 while the event loop lags, before a call is authorised. */
export function shedLoad(app: FastifyInstance, givenLag?: () => number): void {
  const { maxLagMs } = app.context.settings;
  if (maxLagMs === 0) return;
  const lag = givenLag ?? watchEventLoopLag(app);
  app.addHook('onRequest', async (request) => {
    const lagRatio = lag() / maxLagMs;
    // Load balancers need the health check. A page that was served needs its files, which cost little and are
    // requested without a session.
    if (!shouldShed('stranger', lagRatio) || request.routeOptions.url === '/api/health' || isImmutableFile(request))
      return;
    if (shouldShed(await callerClassOf(request), lagRatio)) {
      throw new HttpError(503, 'The server is too busy. Try again in 5 seconds.', { retryAfter: 5 });
    }
  });
}

/** Nanoseconds. */
type Samples = Pick<Histogram, 'count' | 'mean' | 'max'>;

/** Mean event loop delay in milliseconds without the largest sample, so that a single long task sheds nobody. */
export const meanLagMs = ({ count, mean, max }: Samples): number =>
  Math.max(0, (mean * count - max) / (count - 1) / 1e6 - everyMs);

function watchEventLoopLag(app: FastifyInstance): () => number {
  const samples = monitorEventLoopDelay({ resolution: everyMs });
  samples.enable();
  let lag = 0;
  const looking = setInterval(() => {
    if (samples.count < 3) return;
    lag = meanLagMs(samples);
    samples.reset();
  }, spanMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(looking);
    samples.disable();
  });
  return () => lag;
}

export const shouldShed = (caller: CallerClass, lagRatio: number): boolean => lagRatio > shedThresholds[caller];

/** Classifies callers by their key or signed token, without asking the database. */
export async function callerClassOf({ routeOptions, headers, query, server }: FastifyRequest): Promise<CallerClass> {
  const { secret, settings } = server.context;
  const { authorization } = headers;
  const { call } = routeOptions.config;
  if (call?.needs === 'intake') return hasIntakeKey({ headers }, settings) ? 'staff' : 'stranger';
  if (call?.needs === 'customer') {
    return authorization && (await readCustomerToken(secret, authorization)) ? 'customer' : 'stranger';
  }
  const isForStaff = call ? call.needs !== 'anyone' : isOfDocuments(routeOptions.url);
  if (isForStaff && authorization && (await sessionOfToken(secret, authorization))) return 'staff';
  const { grant } = query as { grant?: unknown };
  const isGranted =
    isOfDocuments(routeOptions.url) &&
    typeof grant === 'string' &&
    ((await readFileGrant(secret, grant)) ?? (await readMailGrant(secret, grant)));
  return isGranted ? 'customer' : 'stranger';
}

const isOfDocuments = (route: string | undefined) => route?.startsWith('/uploads/') ?? false;
