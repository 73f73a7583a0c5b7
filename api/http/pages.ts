import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyStaticOptions } from '@fastify/static';
import { cspNonce } from './securityHeaders.ts';

/** Names that carry a hash of their content never change. */
const hashed = /\.[0-9a-f]{8,}\.\w+$/;

/** How the built files below `root` are served: hashed ones for ever, the rest asked about each time. */
export function assetOptions(root: string, prefix: string): FastifyStaticOptions {
  return {
    root,
    prefix,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    // Packed when they were published (scripts/build/packFiles.ts): packing costs a core, and these never change.
    preCompressed: true,
    // An app that has not been built yet says so at its pages (`sendPage`), not in the log.
    suppressWarning: true,
    // Folders are no files: `/` is a page. Those go through `sendPage`; source maps stay at home.
    allowedPath: (file) => asksForFile(file) && !/\.(html|map|br|gz)$/.test(file),
    setHeaders: (response, file) => {
      // What goes out packed has its packing's ending behind its own.
      const isForEver = hashed.test(file.replace(/\.(br|gz)$/, ''));
      response.header('Cache-Control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
}

/** Whether an address asks for a file rather than a page: a missing file is a 404, never the page. */
export const asksForFile = (pathname: string) => /\.[a-zA-Z0-9]+$/.test(pathname.slice(pathname.lastIndexOf('/')));

/** Sends the page of an app, filled in with this response's nonce, the registry of remotes and the translate widget's address. */
export async function sendPage(
  reply: FastifyReply,
  folder: string,
  about: { status: number; translateScriptUrl?: string | null; registry?: string | null },
) {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return sendText(reply, 503, 'These pages have not been built yet.');
  const translate = about.translateScriptUrl
    ? `<meta name="translate-script" content="${escapeAttribute(about.translateScriptUrl)}"></head>`
    : '</head>';
  return reply
    .status(about.status)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      page
        .replaceAll('__CSP_NONCE__', cspNonce(reply.raw))
        .replace('__REMOTES__', () => inScript(about.registry ?? 'null'))
        .replace('</head>', () => translate),
    );
}

/** The address of a page that no screen has: where the browser's own router could not read the address that was asked for. */
export const notFoundPage = '/not-found';

export function sendText(reply: FastifyReply, status: number, text: string) {
  return reply.status(status).type('text/plain; charset=utf-8').send(`${text}\n`);
}

/** The address without its query. */
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

/** Whether it asks for a file of an app that never changes. A remote's manifest lies in a folder of that one version. */
export const isLastingFile = (request: FastifyRequest) =>
  isRead(request) &&
  ((/^\/(assets|remotes)\//.test(request.url) && hashed.test(pathOf(request))) ||
    /^\/remotes\/[\w-]+\/[\w.-]+\/mf-manifest\.json$/.test(pathOf(request)));

export const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';

/** JSON that ends no script element, whatever is in it. */
const inScript = (json: string) => json.replaceAll('<', '\\u003c');

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Whether somebody opens the address in a window. A script asks otherwise, and so does a download, which would keep a page
 * as its file: Chromium's begins without `Accept`, and every one goes on by a Range.
 */
export const opensPage = ({ method, headers }: FastifyRequest) =>
  method === 'GET' &&
  headers.range === undefined &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document';
