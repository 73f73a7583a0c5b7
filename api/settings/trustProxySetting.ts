import { isIP } from 'node:net';
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
