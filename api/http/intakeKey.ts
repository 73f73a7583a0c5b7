import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { Refusal } from './Refusal.ts';

/**
 * Lets through who sends the intake's key as `X-Api-Key`; throws a 401 otherwise, and when no key is set. Digests are
 * compared: they have one length, and how long it takes tells nothing of the key.
 */
export function requireIntakeKey({ headers }: Pick<FastifyRequest, 'headers'>, settings: Settings): void {
  const given = headers['x-api-key'];
  const { intakeApiKey } = settings;
  if (!intakeApiKey || typeof given !== 'string' || !timingSafeEqual(digest(given), digest(intakeApiKey))) {
    throw new Refusal(401, 'The X-Api-Key is missing or wrong.');
  }
}

const digest = (key: string) => createHash('sha256').update(key).digest();
