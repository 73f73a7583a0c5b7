import type { FastifyInstance } from 'fastify';
import { intakeCalls } from 'shared/api/intakeCalls';
import { serve } from '../http/serve.ts';
import { takeInOrders } from './takeInOrders.ts';
import { takeInPayments } from './takeInPayments.ts';

export function intakeRoutes(app: FastifyInstance) {
  serve(app, intakeCalls.takeInOrders, ({ orders }, { db }) => takeInOrders(db, orders));
  serve(app, intakeCalls.takeInPayments, ({ payments }, { db }) => takeInPayments(db, payments));
}
