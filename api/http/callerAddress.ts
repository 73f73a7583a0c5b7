import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../settings/trustProxySetting.ts';

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

/** Where proxies that are only counted may stand: the ranges of one's own machines. */
const ownRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Whether a connection comes from a proxy, and so is many people's. A number of proxies names none, so only addresses that
 * the internet cannot have count as theirs: anybody else who reaches the port is one caller.
 */
export function isProxy(trust: TrustProxy): (address: string | undefined) => boolean {
  if (!Array.isArray(trust)) {
    return (address) =>
      trust !== false && !!address && ipaddr.isValid(address) && ownRanges.includes(ipaddr.process(address).range());
  }
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
