import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyStaticOptions } from '@fastify/static';
import { cspNonce } from './securityHeaders.ts';

/** A file name with a content hash: such a file never changes. */
const hashed = /\.[0-9a-f]{8,}\.\w+$/;

/** Serves built files below `root`: hashed ones immutable, others revalidated. */
export function assetOptions(root: string, prefix: string): FastifyStaticOptions {
  return {
    root,
    prefix,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    // Compressed at build time (scripts/build/files.ts).
    preCompressed: true,
    // `sendPage` reports a missing build.
    suppressWarning: true,
    // Excludes source maps, files that name the authors of releases, and pages, which `sendPage` serves.
    allowedPath: (file) => hasFileExtension(file) && !/\.(html|map|br|gz)$|\/(current|release)\.json$/.test(file),
    setHeaders: (response, file) => {
      // `hashed` does not expect the additional suffix of a precompressed file.
      const isForEver = hashed.test(file.replace(/\.(br|gz)$/, ''));
      response.header('Cache-Control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
}

/** Whether a path ends in a file extension. Such a path gets its file or a 404; any other gets the page. */
export const hasFileExtension = (pathname: string) => /\.[a-zA-Z0-9]+$/.test(pathname.slice(pathname.lastIndexOf('/')));

export async function sendPage(
  reply: FastifyReply,
  folder: string | null,
  about: { status: number; meta?: { name: string; content: string | null }; registry?: string | null },
) {
  const page = folder && (await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null));
  if (!page) return sendText(reply, 503, 'These pages have not been built yet.');
  const { name, content } = about.meta ?? { content: null };
  const meta = content ? `<meta name="${name}" content="${escapeAttribute(content)}">` : '';
  return reply
    .status(about.status)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      page
        .replaceAll('__CSP_NONCE__', cspNonce(reply.raw))
        .replace('__REMOTES__', () => inScript(about.registry ?? 'null'))
        .replace('</head>', () => `${meta}</head>`),
    );
}

/** A path without a screen. URLs that the browser's router could not parse are redirected to it. */
export const notFoundPage = '/not-found';

export function sendText(reply: FastifyReply, status: number, text: string) {
  return reply.status(status).type('text/plain; charset=utf-8').send(`${text}\n`);
}

export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

/** Whether a request is for an immutable file of an app. A remote's manifest is immutable: its URL has the version. */
export const isImmutableFile = (request: FastifyRequest) =>
  isGetOrHead(request) &&
  ((/^\/(assets|remotes)\//.test(request.url) && hashed.test(pathOf(request))) ||
    /^\/remotes\/[\w-]+\/[\w.-]+\/mf-manifest\.json$/.test(pathOf(request)));

export const isGetOrHead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';

const inScript = (json: string) => json.replaceAll('<', '\\u003c');

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Whether the browser navigates to the URL. Scripts and downloads must not get an HTML page as their data. Chromium
 * begins downloads without `Accept`, and resumes them with `Range`.
 */
export const isNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'GET' &&
  headers.range === undefined &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document';
