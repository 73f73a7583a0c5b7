import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerByHand, answerDue } from './answerByHand.ts';
import { hasBody, mostBytes } from './mostBytes.ts';
import { Refusal } from './Refusal.ts';
import type { SecurityHeaders } from './securityHeaders.ts';

/** How long a body may take: a time for all of them, and what its bytes need on the slowest line that is served. */
export interface BodyPace {
  /** Milliseconds for the smallest body, and without one byte of any. */
  silenceMs: number;
  /** Bytes a second of a line that is slow, but not too slow: a document of 20 MB at 100 KB/s takes half its time. */
  bytesPerSecond: number;
  /** Milliseconds between two looks. */
  everyMs: number;
}

const bodyPace: BodyPace = { silenceMs: 20_000, bytesPerSecond: 50_000, everyMs: 1_000 };

/** A request whose body is still coming. */
interface Receiving {
  request: FastifyRequest;
  reply: FastifyReply;
  /** When all of it must be there; milliseconds of `performance.now()`. */
  due: number;
  bytesRead: number;
  movedAt: number;
}

export interface SlowRequests {
  /** Ends all whose body is still coming with this refusal, and answers how many there were. */
  endAll: (refusal: Refusal) => number;
}

/**
 * Ends requests whose body comes too slowly, with 408: silent for too long, or longer under way than its call's limit
 * of bytes explains. Node's own limits cannot do this: they know one time for all calls, and headers.
 */
export function endSlowRequests(app: FastifyInstance, headers: SecurityHeaders, pace = bodyPace): SlowRequests {
  const receiving = new Set<Receiving>();

  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const now = performance.now();
    const due = now + pace.silenceMs + (mostBytes(request) / pace.bytesPerSecond) * 1_000;
    const { bytesRead } = request.raw.socket;
    const one: Receiving = { request, reply, due, bytesRead, movedAt: now };
    receiving.add(one);
    const received = () => receiving.delete(one);
    request.raw.once('end', received).once('close', received);
    // Answered unread: what still comes has limits of its own (`closeUnread`).
    reply.raw.once('close', received);
  });

  let lookedAt = performance.now();
  const looking = setInterval(() => {
    const now = performance.now();
    const since = now - lookedAt;
    lookedAt = now;
    for (const one of receiving) {
      // All of it is here: whatever is still waited for, it is not the sender.
      if (one.request.raw.complete) receiving.delete(one);
      else if (isLate(one, now, since)) end(one, tooSlow());
    }
  }, pace.everyMs);
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));

  function isLate(one: Receiving, now: number, since: number): boolean {
    const { readableFlowing, socket } = one.request.raw;
    // While nobody reads (who calls is still being asked, a disk is slow) no more than the first 64 KB can come.
    if (!readableFlowing) one.due += since;
    if (!readableFlowing || socket.bytesRead !== one.bytesRead) one.movedAt = now;
    one.bytesRead = socket.bytesRead;
    return now > one.due || now - one.movedAt > pace.silenceMs;
  }

  function end(one: Receiving, refusal: Refusal) {
    receiving.delete(one);
    const { socket } = one.request.raw;
    // Another request's turn, sent before on this connection: what is written now would be taken for its answer.
    if (answerDue(socket) === one.reply.raw) answerMidway(one.request, headers, refusal);
    else socket.destroy();
  }

  return {
    endAll(refusal) {
      const all = [...receiving];
      for (const one of all) end(one, refusal);
      return all.length;
    },
  };
}

const tooSlow = () => new Refusal(408, 'The request did not arrive in time. Check the connection, then try again.');

/** Milliseconds for somebody who still sends to read the answer, before the connection is cut. */
export const lingerMs = 2_000;

/**
 * Answers a request whose handler waits for the rest of its body, past that handler: to it, this is a client that goes
 * away.
 */
function answerMidway({ raw, id }: FastifyRequest, headers: SecurityHeaders, refusal: Refusal) {
  const { socket } = raw;
  raw.unpipe();
  raw.removeAllListeners('data');
  raw.resume();
  answerByHand(socket, headers, refusal, id);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
