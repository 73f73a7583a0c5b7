import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { Refusal } from './Refusal.ts';

/** Lets through who sends the intake's key as `X-Api-Key`; throws a 401 otherwise, and when no key is set. */
export function requireIntakeKey(request: Pick<FastifyRequest, 'headers'>, settings: Settings): void {
  if (!hasIntakeKey(request, settings)) throw new Refusal(401, 'The X-Api-Key is missing or wrong.');
}

/**
 * Whether a request carries the intake's key. Digests are compared: they have one length, and how long it takes tells
 * nothing of the key.
 */
export function hasIntakeKey({ headers }: Pick<FastifyRequest, 'headers'>, { intakeApiKey }: Settings): boolean {
  const given = headers['x-api-key'];
  if (!intakeApiKey || typeof given !== 'string') return false;
  return timingSafeEqual(digest(given), digest(intakeApiKey));
}

const digest = (key: string) => createHash('sha256').update(key).digest();
