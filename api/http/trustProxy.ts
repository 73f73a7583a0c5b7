import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyServerOptions } from 'fastify';
import * as v from 'valibot';

/** Of whom `X-Forwarded-For` is believed: nobody, so many proxies before the product, or those in these networks. */
export type TrustProxy = false | number | string[];

const mostProxies = 10;
/** Networks by name, as Fastify knows them. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** The setting TRUST_PROXY. */
export const trustProxySetting = v.pipe(
  v.optional(v.pipe(v.string(), v.trim()), ''),
  v.transform((value): TrustProxy => {
    if (['', '0', 'false'].includes(value)) return false;
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((network) => network.trim());
  }),
  v.check(
    (trust) => (Array.isArray(trust) ? trust.every(isNetwork) : Number(trust) <= mostProxies),
    `must be how many proxies stand before the product (1 to ${mostProxies}), or a list of their networks ` +
      '(10.0.0.0/8, 2001:db8::/32); true would believe whatever a caller writes',
  ),
);

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  // A network of all addresses would be `true` again.
  return family !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)));
}

/** Whether a connection comes from a proxy. Of a number of them none has a name, so everybody may be one. */
export function isProxy(trust: TrustProxy): (address: string | undefined) => boolean {
  if (!Array.isArray(trust)) return () => trust !== false;
  // As Fastify reads the networks.
  const isInNetworks = compile(trust);
  return (address) => address !== undefined && isInNetworks(address, 0);
}

/** The same for Fastify. Its own number of proxies trusts nobody since 5.12, so the hops are counted here. */
export function fastifyTrust(trust: TrustProxy): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}
