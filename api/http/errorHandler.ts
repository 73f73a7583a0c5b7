import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalBody } from 'shared/api/call';
import { isAway } from '../db/DatabaseAway.ts';
import { tellsOfNoRoom } from '../room/tellsOfNoRoom.ts';
import { noRoom } from './noRoom.ts';
import { Refusal } from './Refusal.ts';

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
  return tellsOfNoRoom(error) ? noRoom() : fromFastify(error as FastifyError);
}

function fromFastify(error: FastifyError): Refusal | null {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  return new Refusal(status, ownTexts[status] ?? 'The request was not understood');
}
