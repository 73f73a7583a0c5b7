import ipaddr from 'ipaddr.js';

/**
 * What an address counts as wherever something is limited by address: an IPv4 address itself, also when a socket of both
 * families tells it as `::ffff:203.0.113.24`; of IPv6 the /64, since each line and each server has a whole one to
 * choose from. What is no address counts as one caller.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
