import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Desk } from '../desk.ts';
import { errorHandler } from './errorHandler.ts';
import { securityHeaders } from './securityHeaders.ts';

/** What both origins are made of: ids, logging, headers, compression, errors. `address` is where people reach it. */
export async function newOrigin(desk: Desk, address: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: desk.log,
    // Its lines hold the address with the query; ours is below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: desk.settings.trustProxy,
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.decorate('desk', desk);
  app.setErrorHandler(errorHandler);
  securityHeaders(app, { origin: address, settings: desk.settings });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // What fits into the first packets of a connection arrives no sooner for being smaller, and costs a core to pack.
    threshold: 8 * 1024,
    // The default of 11 takes seconds a megabyte.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  await app.register(multipart);
  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const line = { method: request.method, route, status: reply.statusCode };
    request.log.info({ ...line, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  return app;
}
