import { compile } from '@fastify/proxy-addr';
import type { FastifyServerOptions } from 'fastify';
import type { TrustProxy } from '../settings/trustProxySetting.ts';

/** Whether a connection comes from a proxy. Of a number of them none has a name, so everybody may be one. */
export function isProxy(trust: TrustProxy): (address: string | undefined) => boolean {
  if (!Array.isArray(trust)) return () => trust !== false;
  // As Fastify reads the networks.
  const isInNetworks = compile(trust);
  return (address) => address !== undefined && isInNetworks(withoutPort(address), 0);
}

/** The same for Fastify. Its own number of proxies trusts nobody since 5.12, so the hops are counted here. */
export function fastifyTrust(trust: TrustProxy): NonNullable<FastifyServerOptions['trustProxy']> {
  return Array.isArray(trust) ? isProxy(trust) : (_address, hop) => hop < Number(trust);
}

/** An address as `X-Forwarded-For` names it: some proxies add the port, and then put IPv6 in brackets. */
export const withoutPort = (address: string): string =>
  /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;
