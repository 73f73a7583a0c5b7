import type { FastifyInstance } from 'fastify';
import { summaryCalls } from 'shared/api/summaryCalls';
import { serve } from '../http/serve.ts';
import { countrySummary, processedBySummary } from './summaries.ts';

export function summaryRoutes(app: FastifyInstance) {
  serve(app, summaryCalls.countries, (range, { db }) => countrySummary(db, range));
  serve(app, summaryCalls.processedBy, (range, { db }) => processedBySummary(db, range));
}
