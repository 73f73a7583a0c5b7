import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalBody } from 'shared/api/call';
import { isAway } from '../db/DatabaseAway.ts';
import { isDiskFull } from '../room/Room.ts';
import { closeUnread, discardRest, restAtMost } from './connections.ts';
import type { FairTurns } from './fairness.ts';
import { notFoundPage, opensPage, pathOf } from './pages.ts';
import { noRoom, Refusal } from './Refusal.ts';
import type { SecurityHeaders } from './securityHeaders.ts';

/**
 * The one place where an error becomes HTTP: a refusal its envelope, a database that is away a 503, Fastify's own (a body
 * that is no JSON or too large) theirs, everything else a 500 that names the request and nothing of the inside.
 */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof Refusal ? error : refusalOf(error);
  if (!refusal && hasGone(request)) {
    // Whatever failed, failed for want of the rest, and nobody hears the answer.
    request.log.debug({ err: error }, 'the client went away');
    return reply.status(400).send(envelope(ownTexts[400]!));
  }
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error');
    return reply.status(500).send(envelope(`Something went wrong here. Our log knows it as ${request.id}.`));
  }
  if (refusal.headers) reply.headers(refusal.headers);
  return reply.status(refusal.httpStatus).send(refusalBody(refusal));
}

/** The body of a refusal, as clients read it. */
export function refusalBody({ message, data, errors, beside }: Refusal): RefusalBody {
  return { ...envelope(message, data), ...(errors && { errors }), ...beside };
}

/** The connection broke before the request was here whole. */
const hasGone = ({ raw }: FastifyRequest) => raw.destroyed && raw.complete === false;

const envelope = (message: string, data: unknown = null): RefusalBody => ({ status: 0, message, data });

/** An unknown path, or a known one with another method. */
export function unknownCall(_request: FastifyRequest, reply: FastifyReply) {
  return reply.status(404).send(envelope('There is no such call'));
}

const ownTexts: Record<number, string> = {
  400: 'The request could not be read',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'Send JSON',
};

const databaseAway = () =>
  new Refusal(503, 'The database does not answer. Try again in a moment.', { headers: { 'Retry-After': '1' } });

function refusalOf(error: unknown): Refusal | null {
  if (isAway(error)) return databaseAway();
  return isDiskFull(error) ? noRoom() : fromFastify(error as FastifyError);
}

function fromFastify(error: FastifyError): Refusal | null {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  return new Refusal(status, ownTexts[status] ?? 'The request was not understood');
}

/**
 * Answers an address that means nothing, or has a part that is too long. Fastify runs no hook for these, so they take
 * their turn here, and each costs its sender the connection.
 */
export function unroutable(headers: SecurityHeaders, inTurn: FairTurns) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    inTurn(request, reply, () => {
      const status = error.statusCode === 414 ? 414 : 400;
      headers.ofAnswer(request.raw, reply.raw, request.id);
      reply.header('Connection', 'close');
      if (status === 400 && opensPage(request) && !/^\/(api|uploads|remotes)(\/|$)/.test(pathOf(request))) {
        return void reply.redirect(notFoundPage);
      }
      if (!request.raw.complete) closeUnread(request.raw, restAtMost);
      // At `debug`, so that a flood does not fill the log.
      request.log.debug({ method: request.method, status }, 'refused without a route');
      void reply.status(status).send(envelope(status === 414 ? ownTexts[414]! : 'The address cannot be read'));
    });
}

/** By the code of Node's error; anything else is 400. */
const clientErrors: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, ownTexts[413]!],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Check the connection, then try again.'],
};

interface ClientErrorContext {
  headers: SecurityHeaders;
  log: FastifyBaseLogger;
  /** The answers that the connection still waits for. */
  answersDue: (socket: Socket) => readonly ServerResponse[];
}

/**
 * Answers bytes that are not HTTP and requests that came too slowly, and ends the connection. Node has no response
 * object here, so the text goes straight to the socket, unless the client would take it for the answer to another
 * request.
 */
export function clientErrorHandler({ headers, log, answersDue }: ClientErrorContext) {
  const refused = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    // Each further piece is an error again, until the rest is discarded.
    if (refused.has(socket)) return;
    refused.add(socket);
    const due = answersDue(socket);
    const isDue = due.length > 1 || due.some(({ headersSent, req }) => headersSent || req.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || isDue) return void socket.destroy();
    const [status, message] = clientErrors[error.code ?? ''] ?? [400, ownTexts[400]!];
    const requestId = randomUUID();
    log.info({ requestId, status, code: error.code }, 'refused what is no request');
    const request = new IncomingMessage(socket);
    const response = new ServerResponse(request);
    headers.ofAnswer(request, response, requestId);
    const body = JSON.stringify(envelope(message));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.setHeader('Connection', 'close');
    const lines = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
    // A handler may wait for the rest of a late body: it must not arrive after the 408.
    if (status === 408) return void socket.end(text, () => socket.destroy());
    socket.write(text);
    discardRest(socket);
  };
}
