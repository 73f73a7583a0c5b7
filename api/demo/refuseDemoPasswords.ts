import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Database } from '../db/database.ts';
import type { AppContext } from '../context/AppContext.ts';
import type { Settings } from '../settings/settings.ts';
import { findMemberByEmail } from '../team/memberQueries.ts';
import { verifyPassword } from '../team/password.ts';
import { demoMembers, demoPassword } from './demoMembers.ts';
import { isEmpty } from './seedDemo.ts';

/** Throws if the internet can reach the product and the demo's password works, or would work after seeding. */
export async function refuseDemoPasswords(
  { database: { db }, settings }: Pick<AppContext, 'database' | 'settings'>,
  interfaces = networkInterfaces(),
): Promise<void> {
  if (settings.demoInPublic) return;
  const by = publicAddress({ ...settings, host: await addressOf(settings.host) }, interfaces);
  if (!by) return;
  const willBeMade = settings.demoOrders > 0 && (await isEmpty(db));
  if (!willBeMade && !(await hasKnownPassword(db))) return;
  throw new Error(
    `Anyone on the internet could sign in with the demo’s public password: ${by}. For real use, set DEMO_ORDERS=0, ` +
      'use an empty database, and add the first member with `npm run add-admin -- EMAIL NAME`. To keep the demo on this ' +
      'machine, set HOST=127.0.0.1 without STAFF_URL and PUBLIC_URL. To allow it, set DEMO_IN_PUBLIC=true.',
  );
}

/** Resolves HOST, because 0 and 0x0 also mean all addresses. */
async function addressOf(host: string | null): Promise<string | null> {
  if (!host) return null;
  return lookup(host).then(
    ({ address }) => address,
    () => host,
  );
}

async function hasKnownPassword(db: Database): Promise<boolean> {
  for (const { email } of demoMembers) {
    const member = await findMemberByEmail(db, email);
    if (member && (await verifyPassword(demoPassword, member.passwordHash))) return true;
  }
  return false;
}

/** Names without public DNS: single words, such as container names, and endings reserved for private use. */
const privateName = /^[^.]*$|\.(localhost|local|internal|test|example|invalid|lan|home\.arpa)$/i;

/** Does not resolve names. */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, '').replace(/%.*$/, '');
  return ipaddr.isValid(name) && isIP(name) ? ipaddr.process(name).range() === 'unicast' : !privateName.test(name);
}

/**
 * How the internet can reach the product, or null. If the machine has a private IPv4 address, its IPv6 addresses do not
 * count, because a router probably blocks them.
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
