import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalBody } from 'shared/api/call';
import { isDatabaseUnavailable } from '../db/DatabaseUnavailableError.ts';
import { isDiskFullError } from '../disk-space/DiskSpaceGuard.ts';
import { lingeringClose, discardBody, maxLingerBytes } from './connections.ts';
import type { AddressScheduler } from './fairness.ts';
import { notFoundPage, isNavigation, pathOf } from './pages.ts';
import { insufficientStorage, HttpError } from './HttpError.ts';
import type { SecurityHeaders } from './securityHeaders.ts';

/**
 * Turns any error into an HTTP response. HttpErrors and Fastify's 4xx keep their status. A database outage becomes 503,
 * a full disk 507, other errors of a disconnected client 400, and everything else a 500 with only the request id.
 */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof HttpError ? error : toHttpError(error);
  if (!refusal && isDisconnected(request)) {
    // Any error of a disconnected client is a consequence of the disconnection.
    request.log.debug({ err: error }, 'the client disconnected');
    return reply.status(400).send(envelope(ownTexts[400]!));
  }
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error');
    return reply.status(500).send(envelope(`Something went wrong on our side. Quote ${request.id} if you report it.`));
  }
  const { data, errors, extraBody, headers = {}, retryAfter } = refusal.details;
  if (retryAfter !== undefined) reply.header('Retry-After', Math.ceil(retryAfter));
  return reply
    .status(refusal.httpStatus)
    .headers(headers)
    .send({ ...envelope(refusal.message, data), ...(errors && { errors }), ...extraBody } satisfies RefusalBody);
}

/** Whether the connection broke before the whole request arrived. */
const isDisconnected = ({ raw }: FastifyRequest) => raw.destroyed && raw.complete === false;

const envelope = (message: string, data: unknown = null): RefusalBody => ({ status: 0, message, data });

export function notFoundHandler(_request: FastifyRequest, reply: FastifyReply) {
  return reply.status(404).send(envelope('Unknown path or method'));
}

const ownTexts: Record<number, string> = {
  400: 'The request could not be read',
  413: 'The request is too large',
  414: 'The URL is too long',
  415: 'Send JSON',
};

function toHttpError(error: unknown): HttpError | null {
  if (isDatabaseUnavailable(error)) {
    return new HttpError(503, 'The database is not responding. Try again in a moment.', { retryAfter: 1 });
  }
  if (isDiskFullError(error)) return insufficientStorage();
  const status = (error as FastifyError).statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  return new HttpError(status, ownTexts[status] ?? 'The request was not understood');
}

/** Answers malformed URLs and overlong path parameters. Fastify runs no hooks for them, so they are scheduled here. */
export function frameworkErrorHandler(headers: SecurityHeaders, inTurn: AddressScheduler) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    inTurn(request, reply, () => {
      const status = error.statusCode === 414 ? 414 : 400;
      headers.ofAnswer(request.raw, reply.raw, request.id);
      reply.header('Connection', 'close');
      if (status === 400 && isNavigation(request) && !/^\/(api|uploads|remotes)(\/|$)/.test(pathOf(request))) {
        return void reply.redirect(notFoundPage);
      }
      if (!request.raw.complete) lingeringClose(request.raw, maxLingerBytes);
      // Logged at `debug`, so that a flood of such requests does not fill the log.
      request.log.debug({ method: request.method, status }, 'refused without a route');
      void reply.status(status).send(envelope(status === 414 ? ownTexts[414]! : 'The URL is malformed'));
    });
}

/** Responses by Node's error code. Other codes get 400. */
const clientErrors: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, ownTexts[413]!],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Check the connection, then try again.'],
};

interface ClientErrorContext {
  headers: SecurityHeaders;
  log: FastifyBaseLogger;
  answersDue: (socket: Socket) => readonly ServerResponse[];
}

/**
 * Answers invalid HTTP and request timeouts, and closes the connection. Node gives no response object, so this writes
 * to the socket. Does not write if the client could take the text for the response to another request.
 */
export function clientErrorHandler({ headers, log, answersDue }: ClientErrorContext) {
  const refused = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    // Each further chunk raises the error again, until `discardBody` has read the whole body.
    if (refused.has(socket)) return;
    refused.add(socket);
    const due = answersDue(socket);
    const isDue = due.length > 1 || due.some(({ headersSent, req }) => headersSent || req.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || isDue) return void socket.destroy();
    const [status, message] = clientErrors[error.code ?? ''] ?? [400, ownTexts[400]!];
    const requestId = randomUUID();
    log.info({ requestId, status, code: error.code }, 'refused invalid HTTP');
    const request = new IncomingMessage(socket);
    const response = new ServerResponse(request);
    headers.ofAnswer(request, response, requestId);
    const body = JSON.stringify(envelope(message));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.setHeader('Connection', 'close');
    const lines = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
    // Destroyed at once, because a handler may still wait for the body, which must not arrive after the 408.
    if (status === 408) return void socket.end(text, () => socket.destroy());
    socket.write(text);
    discardBody(socket);
  };
}
