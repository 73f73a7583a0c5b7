import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from 'shared/api/call';
import type { Desk } from '../desk/desk.ts';
import { mostBytes } from './mostBytes.ts';
import { noRoom } from './noRoom.ts';

/** Throws a 507 when there is no room for a call; what it was promised is given back once it is answered or gone. */
export async function admit(
  { room }: Pick<Desk, 'room'>,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const release = await room.admit(call, mostBytes(request));
  if (!release) throw noRoom();
  finished(reply.raw, release);
}
