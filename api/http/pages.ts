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
    // An app that has not been built yet says so at its pages (`sendPage`), not in the log.
    suppressWarning: true,
    // Folders are no files: `/` is a page. That one goes through `sendPage`; source maps stay at home.
    allowedPath: (file) => asksForFile(file) && !/(^|\/)index\.html$|\.map$/.test(file),
    setHeaders: (response, file) => {
      response.header('Cache-Control', hashed.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
}

/** Whether an address asks for a file rather than a page: a missing file is a 404, never the page. */
export const asksForFile = (pathname: string) => /\.[a-zA-Z0-9]+$/.test(pathname.slice(pathname.lastIndexOf('/')));

/** Sends the page of an app, with this response's nonce in it, and the address of the translate widget where there is one. */
export async function sendPage(
  reply: FastifyReply,
  folder: string,
  about: { status: number; translateScriptUrl?: string | null },
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
    .send(page.replaceAll('__CSP_NONCE__', cspNonce(reply.raw)).replace('</head>', () => translate));
}

export function sendText(reply: FastifyReply, status: number, text: string) {
  return reply.status(status).type('text/plain; charset=utf-8').send(`${text}\n`);
}

/** The address without its query. */
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

export const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
