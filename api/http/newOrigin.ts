import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Desk } from '../desk/desk.ts';
import { formBytesAtMost, hasBody, limitOfBody, readJson } from './bodies.ts';
import { closeUnread, connectionLimits, fastifyTrust, isProxy, limitConnections, restAtMost } from './connections.ts';
import { clientErrorHandler, errorHandler, unknownCall, unroutable } from './errorHandler.ts';
import { type FairTurnLimits, fairTurns, shedLoad } from './fairness.ts';
import { isRead, notFoundPage, sendText } from './pages.ts';
import { Refusal } from './Refusal.ts';
import { isOfApi, securityHeaders } from './securityHeaders.ts';

/** Where an origin's fences stand, if not where they do in the product. */
export interface OriginLimits {
  /** Connections of one address: an office of forty, whose browsers open six each. */
  ofAddress: number;
  turns: FairTurnLimits;
  /** How late the event loop is, in milliseconds. */
  lag: () => number;
}
const longestAddress = 4_000;

/**
 * What both origins are made of: ids, logging, headers, compression, errors. `address` is where people reach it;
 * `translateScriptUrl` is the third party's script that its pages load, if any; `limits`, those of a test.
 */
export async function newOrigin(
  desk: Desk,
  address: string,
  {
    translateScriptUrl = null,
    limits = {},
  }: { translateScriptUrl?: string | null; limits?: Partial<OriginLimits> } = {},
): Promise<FastifyInstance> {
  const { log, settings } = desk;
  const headers = securityHeaders({ origin: address, translateScriptUrl });
  const inTurn = fairTurns(settings.trustProxy, limits.turns);
  const app = Fastify({
    loggerInstance: log,
    // Its lines hold the address with the query; ours is below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: fastifyTrust(settings.trustProxy),
    forceCloseConnections: 'idle',
    // What still comes over an open connection while it stops is answered, and that connection closed.
    return503OnClosing: false,
    ...connectionLimits(formBytesAtMost(settings)),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: unroutable(headers, inTurn),
    clientErrorHandler: clientErrorHandler({ headers, log, answersDue: (socket) => answersDue(socket) }),
  });
  // A request like any other, with its headers, limits and log: Node itself would answer a bare 417.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.decorate('desk', desk);
  app.decorateRequest('caller', null);
  app.setErrorHandler(errorHandler);
  const answersDue = limitConnections(app, {
    atOnce: settings.maxConnections,
    ofAddress: limits.ofAddress ?? 256,
    isProxy: isProxy(settings.trustProxy),
  });
  app.addHook('onRequest', inTurn);
  app.addHook('onRequest', async (request, reply) => {
    headers[isOfApi(request) ? 'ofAnswer' : 'ofPage'](request.raw, reply.raw, request.id);
    // Each fence hears of an answer's end; from eleven on Node would warn of a leak.
    reply.raw.setMaxListeners(30);
    if (request.url.length > longestAddress) throw new Refusal(414, 'The address is too long');
    // To the page's router this is another origin.
    if (request.url.startsWith('//') && isRead(request)) return reply.redirect(notFoundPage);
    // Here, and not where unknown paths are answered: by then their body would have been read.
    if (request.is404 && !isRead(request)) {
      return isOfApi(request) ? unknownCall(request, reply) : sendText(reply, 404, 'Not found.');
    }
  });
  shedLoad(app, limits.lag);
  app.addHook('onSend', async (request, reply) => {
    // Begun before the stop: its connection would be kept open, and the stop would wait for that.
    if (!desk.serving) reply.header('Connection', 'close');
    if (request.raw.complete || !hasBody(request)) return;
    reply.header('Connection', 'close');
    closeUnread(request.raw, restOf(request));
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

/** What a sender may go on with after the answer. A browser hears it only when all is sent, as much as it meant to. */
const restOf = (request: FastifyRequest): number =>
  restAtMost + (request.routeOptions.config.call?.files ? 2 * limitOfBody(request) : 0);

/** Twice what libuv has threads: files and passwords need these as well. */
const maxAtOnce = 8;

/**
 * Compresses what is made per answer. An encoder holds its window until the reader has taken the whole answer, so eight
 * answers at most are compressed at once, and others go out as they are.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  let underWay = 0;
  app.addHook('onSend', async (request, reply) => {
    // The plugin's own way to leave one answer out.
    if (underWay >= maxAtOnce || reply.hasHeader('Content-Encoding')) request.headers[leaveOut] = 'yes';
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Requests come as they are (`serve` refuses others): to unpack is work that the sender does not have.
    globalDecompression: false,
    // An answer that fits into a connection's first packets arrives no sooner compressed.
    threshold: 8 * 1024,
    // The default quality of 11 takes seconds a megabyte, the default window 4 MB of memory for each answer.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  });
  // Runs after the plugin's own, which is a hook of each route.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], count].flat();
  });

  async function count({ headers }: FastifyRequest, reply: FastifyReply) {
    if (leaveOut in headers || !reply.hasHeader('Content-Encoding')) return;
    underWay += 1;
    finished(reply.raw, () => (underWay -= 1));
  }
}

const leaveOut = 'x-no-compression';
