import type { FastifyInstance } from 'fastify';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { serve } from '../http/serve.ts';
import { sendInvoice } from './sendInvoice.ts';

/** The calls on invoices, for staff. */
export function invoiceRoutes(app: FastifyInstance) {
  serve(app, invoiceCalls.send, (input, context) => sendInvoice(input, context, app.desk.settings));
}
