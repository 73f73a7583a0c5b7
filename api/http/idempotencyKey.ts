import type { FastifyRequest } from 'fastify';
import { Refusal } from './Refusal.ts';

/** The `Idempotency-Key` of a request; null: it has none. One that is too long is 400. */
export function idempotencyKeyOf(headers: FastifyRequest['headers']): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > 200)
    throw new Refusal(400, 'An Idempotency-Key has at most 200 characters');
  return key;
}

/** A key that came before, with something else. */
export const keyUsedOtherwise = () =>
  new Refusal(422, 'This Idempotency-Key was used for something else. Nothing was done.');
