import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { customerRoutes } from './customers/customerRoutes.ts';
import type { Desk } from './desk/desk.ts';
import { documentFileRoutes } from './documents/documentFileRoutes.ts';
import { unknownCall } from './http/errorHandler.ts';
import { newOrigin, type OriginLimits } from './http/newOrigin.ts';
import { asksForFile, assetOptions, isRead, pathOf, sendPage, sendText } from './http/pages.ts';

const siteFolder = path.join(import.meta.dirname, '..', 'dist', 'site');

/** The addresses that the public site has a page for; every other is its not-found page. */
const knownPages = /^\/(track-order|get-new-order-details)(\/[^/#]+)?\/?$/;

/** The origin of the customers: their own site, their calls, their documents, and nothing of the staff's. */
export async function publicOrigin(
  desk: Desk,
  pages = siteFolder,
  limits?: Partial<OriginLimits>,
): Promise<FastifyInstance> {
  const { translateScriptUrl } = desk.settings;
  const app = await newOrigin(desk, desk.settings.publicUrl, { translateScriptUrl, limits });

  customerRoutes(app, 'public');
  documentFileRoutes(app, 'public');

  app.get('/', async (_request, reply) => reply.redirect('/track-order', 302));
  await app.register(staticFiles, assetOptions(pages, '/'));

  app.setNotFoundHandler((request, reply) => {
    const pathname = pathOf(request);
    if (/^\/api(\/|$)/.test(pathname)) return unknownCall(request, reply);
    if (!isRead(request) || asksForFile(pathname)) return sendText(reply, 404, 'Not found.');
    return sendPage(reply, pages, { status: knownPages.test(pathname) ? 200 : 404, translateScriptUrl });
  });
  return app;
}
