import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { TrustProxy } from '../settings/trustProxySetting.ts';
import { withoutPort } from './trustProxy.ts';

/**
 * Where a request comes from, by TRUST_PROXY. It is the socket's own address whenever the header cannot be what the
 * proxies wrote: it names something that is no address, or fewer addresses than there are proxies, so that the request
 * came past some of them.
 */
export function callerAddress({ ip, ips = [], socket }: FastifyRequest, trust: TrustProxy): string {
  const passedAll = typeof trust !== 'number' || ips.length > trust;
  const address = withoutPort(ip);
  return passedAll && isIP(address) ? address : (socket.remoteAddress ?? '');
}
