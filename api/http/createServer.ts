import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { AppContext } from '../context/AppContext.ts';
import { maxFormBytes, hasBody, requestBodyLimit, readJson } from './bodies.ts';
import {
  lingeringClose,
  connectionLimits,
  trustProxyOption,
  isProxy,
  limitConnections,
  maxLingerBytes,
} from './connections.ts';
import { clientErrorHandler, errorHandler, notFoundHandler, frameworkErrorHandler } from './errorHandler.ts';
import { type AddressSchedulerLimits, perAddressScheduler, shedLoad } from './fairness.ts';
import { isGetOrHead, notFoundPage, sendText } from './pages.ts';
import { HttpError } from './HttpError.ts';
import { isApiRequest, securityHeaders } from './securityHeaders.ts';

export interface ServerLimits {
  /** Connections per address. Enough for an office of forty, whose browsers open six each. */
  maxPerAddress: number;
  scheduler: AddressSchedulerLimits;
  /** Event loop delay in milliseconds. */
  lag: () => number;
}
const longestAddress = 4_000;

/** `address` is the server's public URL, and `translateScriptUrl` a third-party script that its pages load. */
export async function createServer(
  appContext: AppContext,
  address: string,
  {
    translateScriptUrl = null,
    limits = {},
  }: { translateScriptUrl?: string | null; limits?: Partial<ServerLimits> } = {},
): Promise<FastifyInstance> {
  const { log, settings } = appContext;
  const headers = securityHeaders({ origin: address, translateScriptUrl });
  const scheduleRequest = perAddressScheduler(settings.trustProxy, limits.scheduler);
  const app = Fastify({
    loggerInstance: log,
    // Fastify's request log would include the query, which may carry a grant.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    trustProxy: trustProxyOption(settings.trustProxy),
    forceCloseConnections: 'idle',
    // While the server stops, a request on an open connection is still answered; then the connection closes.
    return503OnClosing: false,
    ...connectionLimits(maxFormBytes(settings)),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: frameworkErrorHandler(headers, scheduleRequest),
    clientErrorHandler: clientErrorHandler({ headers, log, answersDue: (socket) => answersDue(socket) }),
  });
  // Handle a request with `Expect` like any other, because Node would respond with a bare 417.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.decorate('context', appContext);
  app.decorateRequest('caller', null);
  app.setErrorHandler(errorHandler);
  const answersDue = limitConnections(app, {
    maxConnections: settings.maxConnections,
    maxPerAddress: limits.maxPerAddress ?? 256,
    isProxy: isProxy(settings.trustProxy),
  });
  app.addHook('onRequest', scheduleRequest);
  app.addHook('onRequest', async (request, reply) => {
    headers[isApiRequest(request) ? 'ofAnswer' : 'ofPage'](request.raw, reply.raw, request.id);
    // Several hooks listen for 'close': raise Node's leak warning threshold.
    reply.raw.setMaxListeners(30);
    if (request.url.length > longestAddress) throw new HttpError(414, 'The URL is too long');
    // The page's router would read a path that begins with `//` as another origin.
    if (request.url.startsWith('//') && isGetOrHead(request)) return reply.redirect(notFoundPage);
    // Answered in this hook, because the 404 handler would run only after the body is read.
    if (request.is404 && !isGetOrHead(request)) {
      return isApiRequest(request) ? notFoundHandler(request, reply) : sendText(reply, 404, 'Not found.');
    }
  });
  shedLoad(app, limits.lag);
  app.addHook('onSend', async (request, reply) => {
    // A response sent while the server stops must not keep its connection open.
    if (!appContext.serving) reply.header('Connection', 'close');
    if (request.raw.complete || !hasBody(request)) return;
    reply.header('Connection', 'close');
    lingeringClose(request.raw, restOf(request));
  });
  await compressAnswers(app);
  await app.register(multipart);
  readJson(app);
  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const line = { method: request.method, route, status: reply.statusCode };
    request.log.info({ ...line, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  return app;
}

/** Bytes to discard after an early response, because browsers read a response only after sending the whole body. */
const restOf = (request: FastifyRequest): number =>
  maxLingerBytes + (request.routeOptions.config.call?.files ? 2 * requestBodyLimit(request) : 0);

/** Twice the number of libuv's threads, which also read files and hash passwords. */
const maxEncoding = 8;

/** Limits concurrent encoders, because each holds its memory until the client has read the response. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  let encoding = 0;
  app.addHook('onSend', async (request, reply) => {
    if (encoding >= maxEncoding || reply.hasHeader('Content-Encoding')) request.headers[leaveOut] = 'yes';
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Off, because `serve` refuses compressed requests.
    globalDecompression: false,
    // A response that fits into the first packets would arrive no sooner if compressed.
    threshold: 8 * 1024,
    // The default quality of 11 takes seconds per megabyte, and the default window 4 MB of memory per response.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  });
  // Added last, so that `count` runs after the plugin's own hook on each route.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], count].flat();
  });

  async function count({ headers }: FastifyRequest, reply: FastifyReply) {
    if (leaveOut in headers || !reply.hasHeader('Content-Encoding')) return;
    encoding += 1;
    finished(reply.raw, () => (encoding -= 1));
  }
}

const leaveOut = 'x-no-compression';

/** Avoids loading Fastify's validator and serializer (90 modules), which no route uses. */
function refuseSchema(): never {
  throw new Error('A route has no schema of its own: the contract in shared/api describes each call');
}
