import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { linger, restAtMost } from './closeUnread.ts';
import { refusalBody } from './errorHandler.ts';
import type { Refusal } from './Refusal.ts';
import type { SecurityHeaders } from './securityHeaders.ts';

/** The answer whose turn it is on a connection, if one is awaited: Node answers what was sent at once one by one. */
export const answerDue = (socket: Socket): ServerResponse | null =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

/**
 * Writes a refusal to a connection as HTTP, with the headers of every answer, and ends the connection: for what is no
 * request, and for requests that are ended before Node has all of them. In the middle of another answer, which must not
 * get this one into it, the connection is cut.
 */
export function answerByHand(socket: Socket, headers: SecurityHeaders, refusal: Refusal, requestId: string): void {
  if (!socket.writable || answerDue(socket)?.headersSent) return void socket.destroy();
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  headers.ofAnswer(request, response, requestId);
  const body = JSON.stringify(refusalBody(refusal));
  for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.setHeader('Connection', 'close');
  const lines = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const { httpStatus } = refusal;
  socket.write(`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}\r\n${lines.join('')}\r\n${body}`);
  discard(socket);
}

/** What is on its way would reset the connection, and with it the answer: see closeUnread. */
function discard(socket: Socket) {
  const before = socket.bytesRead;
  const cut = () => void socket.destroy();
  socket.on('data', () => {
    if (socket.bytesRead - before > restAtMost) cut();
  });
  socket.resume();
  linger(socket, cut);
}
