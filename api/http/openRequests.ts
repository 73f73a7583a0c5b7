import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface OpenRequests {
  /** Of each request that is under way, its method and route: never its address, which may carry a grant. */
  routes: () => string[];
}

/** Knows which requests are under way: for who waits until there are none. */
export function trackOpenRequests(app: FastifyInstance): OpenRequests {
  const open = new Set<FastifyRequest>();
  app.addHook('onRequest', async (request, reply) => {
    open.add(request);
    reply.raw.once('close', () => open.delete(request));
  });
  return { routes: () => Array.from(open, ({ method, routeOptions }) => `${method} ${routeOptions.url ?? 'unknown'}`) };
}
