import type { FastifyInstance } from 'fastify';
import { customerCalls } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { serve } from '../http/serve.ts';
import { beginDownload } from './beginDownload.ts';
import { downloadHistory, followOrder } from './customerPage.ts';
import { orderSite, trackOrder } from './trackOrder.ts';
import { reserveMessageSlot, sendMessage } from './sendMessage.ts';
import { TypicalDurations } from './typicalDuration.ts';

export function customerRoutes(app: FastifyInstance, origin: AccessOrigin) {
  const siteContext = { ...app.context, origin, usual: new TypicalDurations() };
  serve(app, customerCalls.site, (input, context) => orderSite(input, context, siteContext.secret));
  serve(app, customerCalls.track, (input, context) => trackOrder(input, context, siteContext));
  serve(app, customerCalls.downloadHistory, (input, context) => downloadHistory(input, context, siteContext));
  serve(app, customerCalls.follow, (input, context) => followOrder(input, context, siteContext.usual));
  serve(app, customerCalls.sendMessage, (input, context) => sendMessage(input, context, siteContext), {
    preBodyCheck: reserveMessageSlot,
  });
  serve(app, customerCalls.downloadDocument, (input, context) => beginDownload(input, context, siteContext));
}
