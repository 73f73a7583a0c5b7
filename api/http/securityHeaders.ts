import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** The page's nonce travels on the raw response, where helmet's directives find it. */
type WithNonce = ServerResponse & { cspNonce?: string };

type Directives = Record<string, (string | typeof nonce)[]>;

const nonce = (_request: IncomingMessage, response: ServerResponse) => `'nonce-${cspNonce(response)}'`;

/** The nonce of one response, the same each time it is asked for. */
export function cspNonce(response: ServerResponse): string {
  return ((response as WithNonce).cspNonce ??= randomBytes(16).toString('base64url'));
}

/** Puts the headers of one answer on it, under the id that the log knows it by. */
export type SecurityHeaders = Record<
  'ofAnswer' | 'ofPage',
  (request: IncomingMessage, response: ServerResponse, requestId: string) => void
>;

/**
 * The headers of every answer. An API answer may load nothing and is never cached. A page runs script files of this origin
 * and of the translate widget's, and neither eval nor inline scripts. The styles that emotion inserts
 * carry the nonce. Style attributes need no allowance: React and MUI set them through the DOM, which the policy does not
 * govern.
 */
export function securityHeaders(about: { origin: string; translateScriptUrl: string | null }): SecurityHeaders {
  // The translate widget, where there is one, loads scripts, styles and pictures from its origin and calls it.
  const widget = about.translateScriptUrl ? [new URL(about.translateScriptUrl).origin] : [];
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
    scriptSrc: ["'self'", ...widget],
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
  const protect: SecurityHeaders['ofPage'] = (request, response, requestId) => {
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  };
  // helmet calls back before it returns, and has no error to tell.
  return {
    ofAnswer: (request, response, requestId) => {
      protect(request, response, requestId);
      protectAnswer(request, response, () => undefined);
      response.setHeader('Cache-Control', 'no-store');
    },
    ofPage: (request, response, requestId) => {
      protect(request, response, requestId);
      protectPage(request, response, () => undefined);
    },
  };
}

/** By the address or by the route it finds: an address can be written in more than one way. */
export const isOfApi = ({ url, routeOptions }: FastifyRequest) =>
  !routeOptions.config?.isPage && [url, routeOptions.url ?? ''].some((address) => /^\/api([/?]|$)/.test(address));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Below /api, and yet a page: the API's reference. */
    isPage?: true;
  }
}
