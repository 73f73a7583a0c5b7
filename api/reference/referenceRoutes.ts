import { createRequire } from 'node:module';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { assetOptions, sendPage } from '../http/pages.ts';
import { openApi } from './openApi.ts';

const ownPage = path.join(import.meta.dirname, 'page');
const require = createRequire(import.meta.url);
const swaggerUi = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const assets: readonly string[] = ['/swagger-ui.css', '/swagger-ui-bundle.js'];

/** `/api/openapi.json`, made of the contract, and `/api/docs`, a page to read, search and try it. */
export async function referenceRoutes(app: FastifyInstance) {
  const document = openApi();
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', { config: { isPage: true } }, (_request, reply) => sendPage(reply, ownPage, { status: 200 }));
  await app.register(staticFiles, {
    ...assetOptions(swaggerUi, '/reference/'),
    allowedPath: (file) => assets.includes(file),
  });
}
