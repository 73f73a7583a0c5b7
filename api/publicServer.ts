import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { customerRoutes } from './customers/customerRoutes.ts';
import type { AppContext } from './context/AppContext.ts';
import { documentFileRoutes } from './documents/documentFileRoutes.ts';
import { notFoundHandler } from './http/errorHandler.ts';
import { createServer, type ServerLimits } from './http/createServer.ts';
import { hasFileExtension, assetOptions, isGetOrHead, pathOf, sendPage, sendText } from './http/pages.ts';
import { openRemoteStore, PublishedRemotes } from './remotes/PublishedRemotes.ts';

/** The remote whose releases contain the public pages. */
const siteRemote = 'remote-customer';

/** Paths of the public site's pages. Unknown paths get a 404. */
const knownPages = /^\/(track-order|get-new-order-details)(\/[^/#]+)?\/?$/;

export async function publicServer(appContext: AppContext, limits?: Partial<ServerLimits>): Promise<FastifyInstance> {
  const { translateScriptUrl } = appContext.settings;
  const remotes = new PublishedRemotes(await openRemoteStore(appContext.settings), appContext);
  const app = await createServer(appContext, appContext.settings.publicUrl, { translateScriptUrl, limits });

  customerRoutes(app, 'public');
  documentFileRoutes(app, 'public');

  app.get('/', async (_request, reply) => reply.redirect('/track-order', 302));
  await app.register(staticFiles, {
    ...assetOptions(remotes.store.localFolder, '/'),
    serve: false,
    decorateReply: true,
  });
  // Also finds files of earlier releases, because open pages may still load them.
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = `site/assets/${request.params['*']}`;
    const folder = await remotes.folderWith(siteRemote, file);
    return folder ? reply.sendFile(file, folder) : sendText(reply, 404, 'Not found.');
  });

  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request);
    if (/^\/api(\/|$)/.test(pathname)) return notFoundHandler(request, reply);
    if (!isGetOrHead(request) || hasFileExtension(pathname)) return sendText(reply, 404, 'Not found.');
    const meta = { name: 'translate-script', content: translateScriptUrl };
    const folder = await remotes.folderWith(siteRemote, 'site/index.html');
    const status = knownPages.test(pathname) ? 200 : 404;
    return sendPage(reply, folder && path.join(folder, 'site'), { status, meta });
  });
  return app;
}
