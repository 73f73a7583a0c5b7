import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { customerRoutes } from './customers/customerRoutes.ts';
import { packRoutes } from './defence-packs/packRoutes.ts';
import type { Desk } from './desk/desk.ts';
import { documentFileRoutes } from './documents/documentFileRoutes.ts';
import { documentRoutes } from './documents/documentRoutes.ts';
import { gatewayRoutes } from './gateways/gatewayRoutes.ts';
import { unknownCall } from './http/errorHandler.ts';
import { newOrigin, type OriginLimits } from './http/newOrigin.ts';
import { asksForFile, assetOptions, isRead, pathOf, sendPage, sendText } from './http/pages.ts';
import { intakeRoutes } from './intake/intakeRoutes.ts';
import { invoiceRoutes } from './invoices/sendInvoice.ts';
import { teamRoutes } from './manage-team/teamRoutes.ts';
import { bulkRoutes } from './orders/bulk/bulkRoutes.ts';
import { orderRoutes } from './orders/orderRoutes.ts';
import { referenceRoutes } from './reference/referenceRoutes.ts';
import { summaryRoutes } from './summaries/summaries.ts';
import { sessionRoutes } from './team/sessionRoutes.ts';
import { webhookRoutes } from './webhooks/webhookRoutes.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const shellFolder = path.join(import.meta.dirname, '..', 'dist', 'shell');

/** The origin of the staff: shell, remotes, the whole API (rules 1.5). */
export async function staffOrigin(
  desk: Desk,
  pages = shellFolder,
  limits?: Partial<OriginLimits>,
): Promise<FastifyInstance> {
  const { remotesDir } = desk.settings;
  const app = await newOrigin(desk, desk.settings.staffUrl, { limits });
  app.addHook('onRequest', async (_request, reply) => void reply.header('X-Robots-Tag', 'noindex'));

  healthRoute(app);
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

  // The registry is read at each request: a release or a rollback shows at once.
  app.get('/remotes.json', async (_request, reply) => {
    const registry = await registryIn(remotesDir);
    if (registry === null) return sendText(reply, 404, 'No remote has been published.');
    return reply.header('Cache-Control', 'no-store').type('application/json').send(registry);
  });
  await app.register(staticFiles, assetOptions(remotesDir, '/remotes/'));
  await app.register(staticFiles, assetOptions(pages, '/'));

  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request);
    if (/^\/api(\/|$)/.test(pathname)) return unknownCall(request, reply);
    const isPage = isRead(request) && !asksForFile(pathname) && !/^\/(remotes|uploads)(\/|$)/.test(pathname);
    if (!isPage) return sendText(reply, 404, 'Not found.');
    return sendPage(reply, pages, { status: 200, registry: await registryIn(remotesDir) });
  });
  return app;
}

/** The registry as it was published last; null when nothing has been. */
const registryIn = (folder: string) => readFile(path.join(folder, 'remotes.json'), 'utf8').catch(() => null);

/** `GET /api/health`: 200 while it can serve, 503 while it drains or the database does not answer. */
function healthRoute(app: FastifyInstance) {
  const { desk } = app;
  app.get('/api/health', async (_request, reply) => {
    const data = { driver: desk.database.driver, version };
    if (!desk.serving) {
      reply.header('Retry-After', '5');
      return reply.status(503).send({ status: 0, message: 'Shutting down', data });
    }
    if (!(await desk.database.answers())) {
      reply.header('Retry-After', '1');
      return reply.status(503).send({ status: 0, message: 'The database does not answer', data });
    }
    // Still 200: reading goes on, and taking the instance away would end that too.
    const room = await desk.room.forChanges();
    const message = room ? 'Ready' : 'Ready to read. The disk is almost full, so nothing can be changed.';
    return { status: 1, message, data: { ...data, room } };
  });
}
