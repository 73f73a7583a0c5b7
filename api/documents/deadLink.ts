import type { FastifyReply, FastifyRequest } from 'fastify';
import { orderId } from 'shared/api/fields';
import { deadLinkQuery } from 'shared/rules/deadLink';
import { trackingAddress } from 'shared/rules/trackingAddress';
import * as v from 'valibot';
import { errorHandler } from '../http/errorHandler.ts';
import { opensPage } from '../http/pages.ts';
import { Refusal } from '../http/Refusal.ts';
import { partsOf } from './fileAddress.ts';

/**
 * Leads whoever opens a link to a document that works no longer to the form, with the order that the link names and on
 * this origin (rules 16.47). Nothing is looked up, so it tells nobody which orders there are. What is no page to be
 * opened gets its 401, and so does every other error what it is.
 */
export function leadToForm(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isDead = error instanceof Refusal && error.httpStatus === 401;
  if (!isDead || !opensPage(request)) return errorHandler(error, request, reply);
  return reply.header('Cache-Control', 'no-store').redirect(formOf(request.params as { name: string }), 303);
}

function formOf({ name }: { name: string }): string {
  const [named] = partsOf(name);
  const { success, output } = v.safeParse(orderId, named);
  return (success ? trackingAddress('', output) : '/track-order') + deadLinkQuery;
}
