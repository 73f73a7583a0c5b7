import type { FastifyInstance } from 'fastify';
import { customerCalls } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { serve } from '../http/serve.ts';
import { beginDownload } from './beginDownload.ts';
import { downloadHistory, followOrder, UsualTimes } from './customerPage.ts';
import { orderSite, trackOrder } from './trackOrder.ts';
import { admitMessage, sendMessage } from './sendMessage.ts';

/** The customer's calls, on both origins: each is told on which one it stands. */
export function customerRoutes(app: FastifyInstance, origin: AccessOrigin) {
  const { desk } = app;
  const { maxUploadMb } = desk.settings;
  const usual = new UsualTimes();
  serve(app, customerCalls.site, (input, context) => orderSite(input, context, desk.secret));
  serve(app, customerCalls.track, (input, context) => trackOrder(input, context, { ...desk, origin }));
  serve(app, customerCalls.downloadHistory, (input, context) =>
    downloadHistory(input, context, { usual, maxUploadMb, room: desk.room, origin }),
  );
  serve(app, customerCalls.follow, (input, context) => followOrder(input, context, usual));
  serve(app, customerCalls.sendMessage, (input, context) => sendMessage(input, context, { ...desk, origin }), {
    beforeBody: admitMessage,
  });
  serve(app, customerCalls.downloadDocument, (input, context) => beginDownload(input, context, { ...desk, origin }));
}
