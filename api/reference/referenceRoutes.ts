import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { assetOptions, sendPage } from '../http/pages.ts';
import { openApi } from './openApi.ts';

const ownPage = path.join(import.meta.dirname, 'page');
/** Compressed by the build (scripts/build.ts). */
const built = path.join(import.meta.dirname, '../../dist/reference');
const require = createRequire(import.meta.url);
const swaggerUi = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const assets: readonly string[] = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/reference.js'];

/** `/api/openapi.json`, generated from the contract, and `/api/docs`, a page to read and try it. */
export async function referenceRoutes(app: FastifyInstance) {
  const document = Buffer.from(JSON.stringify(openApi()));
  const compressed = brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  app.get('/api/openapi.json', { compress: false }, async ({ headers }, reply) => {
    const takesBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''));
    reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding');
    if (!takesBrotli) return document;
    return reply.header('Content-Encoding', 'br').send(compressed);
  });
  app.get('/api/docs', { config: { isPage: true } }, (_request, reply) => sendPage(reply, ownPage, { status: 200 }));
  await app.register(staticFiles, {
    ...assetOptions(swaggerUi, '/reference/'),
    // Without a build, files are served uncompressed.
    root: [built, swaggerUi, ownPage],
    allowedPath: (file) => assets.includes(file),
  });
}
