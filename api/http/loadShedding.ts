import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCustomerToken, readFileGrant, readMailGrant } from '../signing/tokens.ts';
import { hasIntakeKey, isSignedSession } from './authorise.ts';
import { HttpError } from './HttpError.ts';
import { isImmutableFile } from './pages.ts';

type CallerClass = 'stranger' | 'customer' | 'staff';

/** Multiples of `MAX_LAG_MS` at which each class of callers is shed, staff last. */
const patience: Readonly<Record<CallerClass, number>> = { stranger: 1, customer: 2, staff: 4 };

/** Sampling interval and period of the event loop delay, in milliseconds. */
const everyMs = 20;
const spanMs = 1_000;

/** Answers 503 while the event loop lags, before any other work. */
export function shedLoad(app: FastifyInstance, givenLag?: () => number): void {
  const { maxLagMs } = app.context.settings;
  if (maxLagMs === 0) return;
  const lag = givenLag ?? watchEventLoopLag(app);
  app.addHook('onRequest', async (request) => {
    const lags = lag() / maxLagMs;
    // Load balancers need the health check. A page that was served needs its files, which cost little and are
    // requested without a session.
    if (!shouldShed('stranger', lags) || request.routeOptions.url === '/api/health' || isImmutableFile(request)) return;
    if (shouldShed(await callerClassOf(request), lags)) throw busy();
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

export const shouldShed = (caller: CallerClass, lags: number): boolean => lags > patience[caller];

/** Classifies callers by the signature of their token, without asking the database. */
export async function callerClassOf({ routeOptions, headers, query, server }: FastifyRequest): Promise<CallerClass> {
  const { secret, settings } = server.context;
  const { authorization } = headers;
  const { call } = routeOptions.config;
  if (call?.needs === 'intake') return hasIntakeKey({ headers }, settings) ? 'staff' : 'stranger';
  if (call?.needs === 'customer') {
    return authorization && (await readCustomerToken(secret, authorization)) ? 'customer' : 'stranger';
  }
  const isForStaff = call ? call.needs !== 'anyone' : isOfDocuments(routeOptions.url);
  if (isForStaff && authorization && (await isSignedSession(secret, authorization))) return 'staff';
  const { grant } = query as { grant?: unknown };
  const isGranted =
    isOfDocuments(routeOptions.url) &&
    typeof grant === 'string' &&
    ((await readFileGrant(secret, grant)) ?? (await readMailGrant(secret, grant)));
  return isGranted ? 'customer' : 'stranger';
}

const isOfDocuments = (route: string | undefined) => route?.startsWith('/uploads/') ?? false;

const busy = () => new HttpError(503, 'The server is too busy. Try again in 5 seconds.', { retryAfter: 5 });
