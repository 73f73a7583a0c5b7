import type { FastifyRequest } from 'fastify';
import type { Call } from 'shared/api/call';
import { trackAgain } from 'shared/api/customerCalls';
import { may, whoMay, type Action, type Role } from 'shared/rules/permissions';
import { orderOfCustomerToken } from '../signing/customerToken.ts';
import type { Desk } from '../desk/desk.ts';
import { requireIntakeKey } from './intakeKey.ts';
import type { Member } from './member.ts';
import { Refusal } from './Refusal.ts';
import { readSession } from './session.ts';

/** A customer's token opens one order. */
export interface Customer {
  orderId: string;
}

/** Who calls: a member, the customer of one order, or nobody in particular. */
export interface Caller {
  member: Member | null;
  customer: Customer | null;
}

/** 401, and 403 by the call's own right: all that the headers alone can tell. Nothing of the body is needed. */
export async function authorise({ headers }: FastifyRequest, { needs }: Call, desk: Desk): Promise<Caller> {
  const { authorization } = headers;
  if (needs === 'anyone') return { member: null, customer: null };
  if (needs === 'intake') {
    requireIntakeKey({ headers }, desk.settings);
    return { member: null, customer: null };
  }
  if (needs === 'customer') {
    const orderId = authorization ? await orderOfCustomerToken(desk.secret, authorization) : null;
    if (!orderId) throw new Refusal(401, trackAgain);
    return { member: null, customer: { orderId } };
  }
  const member = await readSession(desk, authorization);
  requireRight(member.role, needs);
  return { member, customer: null };
}

/** 403 unless the role may. */
export function requireRight(role: Role, action: Action): void {
  if (!may(role, action)) throw new Refusal(403, `Only ${whoMay(action)} can do this.`);
}
