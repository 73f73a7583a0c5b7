import { readFileSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { currentVersions } from 'shared/remote/currentVersions';
import { customerRoutes } from './customers/customerRoutes.ts';
import { packRoutes } from './defence-packs/packRoutes.ts';
import type { AppContext } from './context/AppContext.ts';
import { documentFileRoutes } from './documents/documentFileRoutes.ts';
import { documentRoutes } from './documents/documentRoutes.ts';
import { gatewayRoutes } from './gateways/gatewayRoutes.ts';
import { notFoundHandler } from './http/errorHandler.ts';
import { createServer, type ServerLimits } from './http/createServer.ts';
import { HttpError } from './http/HttpError.ts';
import { hasFileExtension, assetOptions, isGetOrHead, pathOf, sendPage, sendText } from './http/pages.ts';
import { intakeRoutes } from './intake/intakeRoutes.ts';
import { invoiceRoutes } from './invoices/sendInvoice.ts';
import { teamRoutes } from './manage-team/teamRoutes.ts';
import { bulkRoutes } from './orders/bulk/bulkRoutes.ts';
import { orderRoutes } from './orders/orderRoutes.ts';
import { referenceRoutes } from './reference/referenceRoutes.ts';
import { type RemoteFailures, remoteFailureRoute, remoteRoutes } from './remotes/remoteRoutes.ts';
import { openRemoteStore, PublishedRemotes } from './remotes/PublishedRemotes.ts';
import { summaryRoutes } from './summaries/summaries.ts';
import { sessionRoutes } from './team/sessionRoutes.ts';
import { webhookRoutes } from './webhooks/webhookRoutes.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const shellFolder = path.join(import.meta.dirname, '..', 'dist', 'shell');

export async function staffServer(
  appContext: AppContext,
  pages = shellFolder,
  limits?: Partial<ServerLimits>,
): Promise<FastifyInstance> {
  const { translateScriptUrl, publicUrl } = appContext.settings;
  // Staff pages only link to translated pages: a third-party widget on a staff page could read the member's session.
  const meta = { name: 'translated-pages', content: translateScriptUrl && publicUrl };
  const remotes = new PublishedRemotes(await openRemoteStore(appContext.settings), appContext);
  const app = await createServer(appContext, appContext.settings.staffUrl, { limits });
  app.addHook('onRequest', async (_request, reply) => void reply.header('X-Robots-Tag', 'noindex'));

  healthRoute(app, remoteFailureRoute(app));
  await referenceRoutes(app);
  sessionRoutes(app);
  orderRoutes(app);
  bulkRoutes(app);
  teamRoutes(app);
  documentRoutes(app);
  gatewayRoutes(app);
  summaryRoutes(app);
  invoiceRoutes(app);
  packRoutes(app);
  customerRoutes(app, 'staff');
  intakeRoutes(app);
  await webhookRoutes(app);
  documentFileRoutes(app, 'staff');

  await remoteRoutes(app, remotes);
  await app.register(staticFiles, assetOptions(pages, '/'));

  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request);
    if (/^\/api(\/|$)/.test(pathname)) return notFoundHandler(request, reply);
    const isPage = isGetOrHead(request) && !hasFileExtension(pathname) && !/^\/(remotes|uploads)(\/|$)/.test(pathname);
    if (!isPage) return sendText(reply, 404, 'Not found.');
    return sendPage(reply, pages, { status: 200, meta, registry: (await remotes.registry())?.text });
  });
  return app;
}

function healthRoute(app: FastifyInstance, remoteFailures: () => RemoteFailures) {
  const { context: appContext } = app;
  app.get('/api/health', async () => {
    const data = { driver: appContext.database.driver, version, runs: currentVersions };
    if (!appContext.serving) throw new HttpError(503, 'Shutting down', { data, retryAfter: 5 });
    if (!(await appContext.database.answers())) {
      throw new HttpError(503, 'The database is not responding', { data, retryAfter: 1 });
    }
    // Still 200 on a full disk; otherwise, load balancers would stop reads too.
    const room = await appContext.diskSpace.allowsChanges();
    const message = room ? 'Ready' : 'Read-only: the disk is almost full.';
    return { status: 1, message, data: { ...data, room, remoteFailures: remoteFailures() } };
  });
}
