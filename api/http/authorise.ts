import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call } from 'shared/api/call';
import { trackingExpired } from 'shared/api/customerCalls';
import { type Action, may, type Role, rolesText } from 'shared/rules/permissions';
import type { AppContext } from '../context/AppContext.ts';
import type { Settings } from '../settings/settings.ts';
import { readCustomerToken } from '../signing/tokens.ts';
import { HttpError } from './HttpError.ts';
import { type Member, readSession } from './session.ts';

export interface Customer {
  orderId: string;
}

export interface Caller {
  member: Member | null;
  customer: Customer | null;
}

/** Throws 401 or 403. Checks only the headers, so that it can run before the body is read. */
export async function authorise({ headers }: FastifyRequest, { needs }: Call, appContext: AppContext): Promise<Caller> {
  const { authorization } = headers;
  if (needs === 'anyone') return { member: null, customer: null };
  if (needs === 'intake') {
    if (!hasIntakeKey({ headers }, appContext.settings)) throw new HttpError(401, 'The X-Api-Key is missing or wrong.');
    return { member: null, customer: null };
  }
  if (needs === 'customer') {
    const orderId = authorization ? await readCustomerToken(appContext.secret, authorization) : null;
    if (!orderId) throw new HttpError(401, trackingExpired);
    return { member: null, customer: { orderId } };
  }
  const member = await readSession(appContext, authorization);
  assertRight(member.role, needs);
  return { member, customer: null };
}

export function assertRight(role: Role, action: Action): void {
  if (!may(role, action)) throw new HttpError(403, `Only ${rolesText(action)} can do this.`);
}

/** Compares digests in constant time. */
export function hasIntakeKey({ headers }: Pick<FastifyRequest, 'headers'>, { intakeApiKey }: Settings): boolean {
  const apiKey = headers['x-api-key'];
  if (!intakeApiKey || typeof apiKey !== 'string') return false;
  return timingSafeEqual(digest(apiKey), digest(intakeApiKey));
}

const digest = (key: string) => createHash('sha256').update(key).digest();
