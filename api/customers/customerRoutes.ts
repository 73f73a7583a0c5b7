import type { FastifyInstance } from 'fastify';
import { customerCalls } from 'shared/api/customerCalls';
import { serve } from '../http/serve.ts';
import { beginDownload } from './beginDownload.ts';
import { downloadHistory } from './downloadHistory.ts';
import { trackOrder } from './trackOrder.ts';

/** The customer's calls, on both origins. */
export function customerRoutes(app: FastifyInstance) {
  const { secret } = app.desk;
  serve(app, customerCalls.track, (input, context) => trackOrder(input, context, secret));
  serve(app, customerCalls.downloadHistory, downloadHistory);
  serve(app, customerCalls.downloadDocument, (input, context) => beginDownload(input, context, secret));
}
