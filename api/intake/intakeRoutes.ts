import type { FastifyInstance } from 'fastify';
import { intakeCalls, type IntakeResult } from 'shared/api/intakeCalls';
import { Refusal } from '../http/Refusal.ts';
import { serve } from '../http/serve.ts';
import { takeInOrders } from './takeInOrders.ts';
import { takeInPayments } from './takeInPayments.ts';

export function intakeRoutes(app: FastifyInstance) {
  serve(app, intakeCalls.takeInOrders, async ({ orders }, { db }) =>
    answer(await takeInOrders(db, orders), { accepted: 'taken in', repeated: 'known already' }),
  );
  serve(app, intakeCalls.takeInPayments, async ({ payments }, { db }) =>
    answer(await takeInPayments(db, payments), { accepted: 'paid', repeated: 'paid already' }),
  );
}

/** "480 taken in, 18 known already, 2 rejected". Throws a 400 with the same data when all were rejected. */
function answer(data: IntakeResult, words: { accepted: string; repeated: string }) {
  const { accepted, repeated, rejected } = data;
  const [first] = rejected;
  if (first && accepted.length + repeated.length === 0) {
    const [field, text] = Object.entries(first.errors)[0] ?? ['', 'Rejected'];
    throw new Refusal(400, `${field}: ${text}`, { data, errors: first.errors });
  }
  const parts = [
    `${accepted.length} ${words.accepted}`,
    ...(repeated.length ? [`${repeated.length} ${words.repeated}`] : []),
    ...(rejected.length ? [`${rejected.length} rejected`] : []),
  ];
  return { message: parts.join(', '), data };
}
