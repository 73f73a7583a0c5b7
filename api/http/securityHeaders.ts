import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** The nonce is on the raw response, because Helmet passes only that to its directives. */
type WithNonce = ServerResponse & { cspNonce?: string };

type Directives = Record<string, (string | typeof nonce)[]>;

const nonce = (_request: IncomingMessage, response: ServerResponse) => `'nonce-${cspNonce(response)}'`;

export function cspNonce(response: ServerResponse): string {
  return ((response as WithNonce).cspNonce ??= randomBytes(16).toString('base64url'));
}

export type SecurityHeaders = Record<
  'ofAnswer' | 'ofPage',
  (request: IncomingMessage, response: ServerResponse, requestId: string) => void
>;

/** API responses load nothing and are never cached. Pages run no inline scripts; Emotion's styles carry the nonce. */
export function securityHeaders(about: { origin: string; translateScriptUrl: string | null }): SecurityHeaders {
  // The translation widget loads scripts, styles and images from its own origin.
  const widget = about.translateScriptUrl ? [new URL(about.translateScriptUrl).origin] : [];
  const headersWith = (directives: Directives): SecurityHeaders['ofPage'] => {
    const protect = helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginEmbedderPolicy: false,
      // Only over https: browsers ignore HSTS over http.
      strictTransportSecurity: about.origin.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    });
    return (request, response, requestId) => {
      response.setHeader('X-Request-Id', requestId);
      response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
      // Helmet sets the headers synchronously.
      protect(request, response, () => undefined);
    };
  };
  const protectAnswer = headersWith({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] });
  const ofPage = headersWith({
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
  return {
    ofAnswer: (request, response, requestId) => {
      protectAnswer(request, response, requestId);
      response.setHeader('Cache-Control', 'no-store');
    },
    ofPage,
  };
}

/** Checks the matched route besides the URL, because a URL can be written in several ways. */
export const isApiRequest = ({ url, routeOptions }: FastifyRequest) =>
  !routeOptions.config?.isPage && [url, routeOptions.url ?? ''].some((address) => /^\/api([/?]|$)/.test(address));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the API reference, which is an HTML page below /api. */
    isPage?: true;
  }
}
