import type { FastifyRequest } from 'fastify';
import { formBytesAtMost } from './receiveForm.ts';

/** Whether a request comes with a body at all, whatever has arrived of it. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Bytes that the body of a request's call may have. A form's are held by who receives it, not by its route's limit. */
export function limitOfBody({ routeOptions, server }: FastifyRequest): number {
  const { bodyLimit, config } = routeOptions;
  return config.call?.files ? formBytesAtMost(server.desk.settings) : (bodyLimit ?? 0);
}

/** The most bytes that the body of a request can come to: what it tells, or else all that its call allows. */
export function mostBytes(request: FastifyRequest): number {
  const limit = limitOfBody(request);
  const told = request.headers['content-length'];
  return told === undefined ? limit : Math.min(Number(told), limit);
}
