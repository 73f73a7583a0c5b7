import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './Refusal.ts';

/** What a sender is told whose form breaks off or is none. */
export const unreadableForm = () => new Refusal(400, 'The form could not be read');

type Limits = NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>;

/**
 * The parts of a form, one by one. Throws a refusal for whatever is wrong with it: `whole.tooLarge` as soon as all of
 * it, with parts that nobody reads, is over `whole.bytes`.
 */
export async function* readParts(
  request: FastifyRequest,
  limits: Limits,
  whole: { bytes: number; tooLarge: Refusal },
): AsyncGenerator<Multipart> {
  // It went before anybody listened for that.
  if (request.raw.destroyed) throw unreadableForm();
  const overflow = Promise.withResolvers<never>();
  overflow.promise.catch(() => undefined);
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > whole.bytes) overflow.reject(whole.tooLarge);
  };
  try {
    const parts = request.parts({ limits })[Symbol.asyncIterator]();
    const first = parts.next();
    request.raw.on('data', count);
    for (let next = first; ; next = parts.next()) {
      const { done, value } = await Promise.race([next, overflow.promise]);
      if (done) return;
      yield value;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof Refusal) throw error;
    throw code === 'FST_REQ_FILE_TOO_LARGE' ? whole.tooLarge : unreadableForm();
  } finally {
    request.raw.off('data', count);
  }
}
