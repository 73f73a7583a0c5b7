import { isIP } from 'node:net';
import * as v from 'valibot';

/** Trusted sources of `X-Forwarded-For`: none, a number of proxies, or these networks. */
export type TrustProxy = false | number | string[];

const maxProxies = 10;
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

export const trustProxySetting = v.pipe(
  v.optional(v.pipe(v.string(), v.trim()), ''),
  v.transform((value): TrustProxy => {
    if (['', '0', 'false'].includes(value)) return false;
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((network) => network.trim());
  }),
  v.check(
    (trust) => (Array.isArray(trust) ? trust.every(isNetwork) : Number(trust) <= maxProxies),
    `must be the number of proxies in front of the product (1 to ${maxProxies}), or a list of their networks ` +
      '(10.0.0.0/8, 2001:db8::/32); true would trust any caller',
  ),
);

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  // A network of all addresses is refused, because it would trust everybody.
  return family !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)));
}
