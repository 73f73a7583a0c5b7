import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Refusal } from './http/Refusal.ts';
import { lingerMs } from './http/slowRequests.ts';

const budgetMs = 10_000;
/** How often it is said what is waited for. */
const sayMs = 1_000;

const stopping = () =>
  new Refusal(503, 'The desk is being restarted. Try again in a moment.', { headers: { 'Retry-After': '5' } });

/**
 * Answers what has been asked, for at most ten seconds, and says what it waits for. Who still sends then is told so;
 * what is left after that is cut.
 */
export async function drain(origins: readonly FastifyInstance[], log: FastifyBaseLogger): Promise<void> {
  const over = new AbortController();
  const wait = (ms: number) => setTimeout(ms, true, { signal: over.signal }).catch(() => false);

  const telling = async () => {
    while (await wait(sayMs)) log.info({ routes: openRoutes(origins) }, 'waiting for requests under way');
  };
  const ending = async () => {
    if (!(await wait(budgetMs))) return;
    const told = origins.reduce((count, app) => count + app.slowRequests.endAll(stopping()), 0);
    log.warn({ told, routes: openRoutes(origins) }, 'no longer waiting for requests under way');
    await wait(lingerMs);
    for (const app of origins) app.server.closeAllConnections();
  };
  const background = [telling(), ending()];
  await Promise.all(origins.map((app) => app.close()));
  over.abort();
  await Promise.all(background);
}

/** Route → how many of its requests are under way. */
const openRoutes = (origins: readonly FastifyInstance[]) => {
  const counts: Record<string, number> = {};
  for (const route of origins.flatMap((app) => app.openRequests.routes())) counts[route] = (counts[route] ?? 0) + 1;
  return counts;
};
