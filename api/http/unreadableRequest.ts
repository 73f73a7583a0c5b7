import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { answerByHand } from './answerByHand.ts';
import { closeUnread, restAtMost } from './closeUnread.ts';
import { refusalBody } from './errorHandler.ts';
import type { FairTurns } from './fairTurns.ts';
import { notFoundPage, opensPage, pathOf } from './pages.ts';
import { Refusal } from './Refusal.ts';
import type { SecurityHeaders } from './securityHeaders.ts';

/**
 * Answers what no route can be found for: an address that means nothing, or with a part that is too long. No hook runs
 * for these, so they take their turn here, and each costs its sender the connection.
 */
export function unroutable(headers: SecurityHeaders, inTurn: FairTurns) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    inTurn(request, reply, () => refuse(error, request, reply));

  function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const refusal =
      error.statusCode === 414
        ? new Refusal(414, 'The address is too long')
        : new Refusal(400, 'The address cannot be read');
    headers.ofAnswer(request.raw, reply.raw, request.id);
    reply.header('Connection', 'close');
    if (refusal.httpStatus === 400 && opensPage(request) && !/^\/(api|uploads|remotes)(\/|$)/.test(pathOf(request))) {
      return void reply.redirect(notFoundPage);
    }
    if (!request.raw.complete) closeUnread(request.raw, restAtMost);
    // Not a line each in the log of a flood.
    request.log.debug({ method: request.method, status: refusal.httpStatus }, 'refused without a route');
    void reply.status(refusal.httpStatus).send(refusalBody(refusal));
  }
}

/** By the code of Node's error; anything else is 400. */
const refusals: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
};

/** Answers what is no HTTP, and ends its connection. It is written by hand: for Node there was no request. */
export function notHttp(headers: SecurityHeaders, log: FastifyBaseLogger) {
  const refused = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    // Each further piece of it is an error again, until all of it is thrown away.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const [status, message] = refusals[error.code ?? ''] ?? [400, 'The request could not be read'];
    const requestId = randomUUID();
    log.info({ requestId, status, code: error.code }, 'refused what is no request');
    answerByHand(socket, headers, new Refusal(status, message), requestId);
  };
}
