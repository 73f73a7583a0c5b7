import type { FastifyInstance } from 'fastify';
import { intakeCalls, type IntakeResult } from 'shared/api/intake/intakeCalls';
import { HttpError } from '../http/HttpError.ts';
import { serve } from '../http/serve.ts';
import { createOrders } from './createOrders.ts';
import { recordPayments } from './recordPayments.ts';

export function intakeRoutes(app: FastifyInstance) {
  serve(app, intakeCalls.takeInOrders, async ({ orders }, { db }) =>
    answer(await createOrders(db, orders), { accepted: 'accepted', repeated: 'already known' }),
  );
  serve(app, intakeCalls.takeInPayments, async ({ payments }, { db }) =>
    answer(await recordPayments(db, payments), { accepted: 'paid', repeated: 'already paid' }),
  );
}

/** If every item was rejected, throws 400 with `data`. */
function answer(data: IntakeResult, words: { accepted: string; repeated: string }) {
  const { accepted, repeated, rejected } = data;
  const [first] = rejected;
  if (first && accepted.length + repeated.length === 0) {
    const [field, text] = Object.entries(first.errors)[0] ?? ['', 'Rejected'];
    throw new HttpError(400, `${field}: ${text}`, { data, errors: first.errors });
  }
  const parts = [
    `${accepted.length} ${words.accepted}`,
    ...(repeated.length ? [`${repeated.length} ${words.repeated}`] : []),
    ...(rejected.length ? [`${rejected.length} rejected`] : []),
  ];
  return { message: parts.join(', '), data };
}
