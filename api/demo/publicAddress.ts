import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings/settings.ts';

/** Networks that nobody reaches from elsewhere: IANA's special-purpose registries (RFC 6890 and what came after it). */
const notPublic = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]) {
  const [address, bits] = network.split('/');
  notPublic.addSubnet(address!, Number(bits), 'ipv4');
}
// Of IPv6 only this eighth is given out for the internet.
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
const mappedIpv4 = new BlockList();
mappedIpv4.addSubnet('::ffff:0:0', 96, 'ipv6');
const documentationIpv6 = new BlockList();
documentationIpv6.addSubnet('2001:db8::', 32, 'ipv6');

/** Names that no public server of names knows: of one word, as containers have, or under an ending kept for private use. */
const privateName = /^[^.]*$|\.(localhost|local|internal|test|example|invalid|lan|home\.arpa)$/i;

/** Whether the internet may reach a machine by this address or name. A name is taken at its word, none is looked up. */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, '').replace(/%.*$/, '');
  if (isIP(name) === 4) return !notPublic.check(name, 'ipv4');
  if (isIP(name) === 6) {
    // What the list says of IPv4 it finds in IPv6 as well: ::ffff:10.0.0.1.
    if (mappedIpv4.check(name, 'ipv6')) return !notPublic.check(name, 'ipv6');
    return globalIpv6.check(name, 'ipv6') && !documentationIpv6.check(name, 'ipv6');
  }
  return !privateName.test(name);
}

/**
 * By what the product can be reached from the internet, in words; null: by nothing. `host` is an address, `interfaces` are the machine's own
 * (`os.networkInterfaces`). Behind a router, machines have a global IPv6 address and are not open for it: it counts only where
 * there is no private IPv4 address beside it.
 */
export function publicAddress(
  { host, staffUrl, publicUrl }: Pick<Settings, 'host' | 'staffUrl' | 'publicUrl'>,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
): string | null {
  for (const [name, url] of [
    ['STAFF_URL', staffUrl],
    ['PUBLIC_URL', publicUrl],
  ] as const) {
    if (isPublicHost(new URL(url).hostname)) return `${name} is ${url}`;
  }
  const listening = host && ipaddr.isValid(host) ? ipaddr.process(host) : null;
  if (host && listening?.range() !== 'unspecified') return isPublicHost(host) ? `HOST is ${host}` : null;
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal);
  const behindRouter = outside.some(({ family, address }) => family === 'IPv4' && !isPublicHost(address));
  const found = outside.find(
    ({ family, address }) =>
      isPublicHost(address) && (family === 'IPv4' || (!behindRouter && listening?.kind() !== 'ipv4')),
  );
  return found ? `this machine has the address ${found.address}` : null;
}
