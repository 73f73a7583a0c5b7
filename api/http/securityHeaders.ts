import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '../settings.ts';

/** The page's nonce travels on the raw response, where helmet's directives find it. */
type WithNonce = ServerResponse & { cspNonce?: string };

type Directives = Record<string, (string | typeof nonce)[]>;

const nonce = (_request: IncomingMessage, response: ServerResponse) => `'nonce-${cspNonce(response)}'`;

/** The nonce of one response, the same each time it is asked for. */
export function cspNonce(response: ServerResponse): string {
  return ((response as WithNonce).cspNonce ??= randomBytes(16).toString('base64url'));
}

/**
 * The headers of every answer. What the API answers is no page and may load nothing. On pages, scripts run by nonce
 * alone, and what those load ('strict-dynamic'); no eval, no inline. Style attributes need no allowance: React and MUI
 * set them through the DOM, which the policy does not govern.
 */
export function securityHeaders(app: FastifyInstance, about: { origin: string; settings: Settings }) {
  const translate = about.settings.translateScriptUrl;
  // The translate widget, when there is one, brings styles, pictures and calls of its own origin.
  const widget = translate ? [new URL(translate).origin] : [];
  const protectionBy = (directives: Directives) =>
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginEmbedderPolicy: false,
      // Only where people really come by https: on plain http the header is void, and on localhost a nuisance.
      strictTransportSecurity: about.origin.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    });
  const protectAnswer = protectionBy({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] });
  const protectPage = protectionBy({
    defaultSrc: ["'none'"],
    scriptSrc: [nonce, "'strict-dynamic'"],
    styleSrc: ["'self'", nonce, ...widget],
    imgSrc: ["'self'", 'data:', 'blob:', ...widget],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...widget],
    frameSrc: ["'self'", 'blob:', ...widget],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    const protect = request.url.startsWith('/api/') ? protectAnswer : protectPage;
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
}
