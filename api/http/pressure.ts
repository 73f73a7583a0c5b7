import { monitorEventLoopDelay, type Histogram } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { orderOfCustomerToken } from '../signing/customerToken.ts';
import { readFileGrant } from '../signing/fileGrant.ts';
import { readMailGrant } from '../signing/mailGrant.ts';
import { hasIntakeKey } from './intakeKey.ts';
import { isLastingFile } from './pages.ts';
import { Refusal } from './Refusal.ts';
import { isGenuineSession } from './session.ts';

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

/** What `monitorEventLoopDelay` says of one stretch of time: its samples, in nanoseconds. */
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
