import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Settings } from '../settings/settings.ts';
import { findMemberByEmail } from '../team/memberQueries.ts';
import { passwordFits } from '../team/password.ts';
import { demoMembers, demoPassword } from './demoMembers.ts';
import { isEmpty } from './demoQueries.ts';

/**
 * Refuses the start where the internet can reach it and everybody knows a password: the demo's, about to be made or there
 * already. Throws one line that says what to do. DEMO_IN_PUBLIC says that it is meant.
 */
export async function refuseKnownPasswords(
  { database: { db }, settings }: Pick<Desk, 'database' | 'settings'>,
  interfaces = networkInterfaces(),
): Promise<void> {
  if (settings.demoInPublic) return;
  const by = publicAddress({ ...settings, host: await addressOf(settings.host) }, interfaces);
  if (!by) return;
  const willBeMade = settings.demoOrders > 0 && (await isEmpty(db));
  if (!willBeMade && !(await hasKnownPassword(db))) return;
  throw new Error(
    `Everybody knows the password of the demo's sign-ins, and strangers may reach them: ${by}. For real use take ` +
      'DEMO_ORDERS=0 and an empty database, and make the first member with `npm run add-admin -- EMAIL NAME`; ' +
      'HOST=127.0.0.1 without STAFF_URL and PUBLIC_URL keeps the demo on this machine; DEMO_IN_PUBLIC=true says that it is meant.',
  );
}

/** The address that HOST makes the product listen on: 0, 0x0 and ::0 are all of the machine's. */
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
    if (member && (await passwordFits(demoPassword, member.passwordHash))) return true;
  }
  return false;
}

/** Names that no public server of names knows: of one word, as containers have, or under an ending kept for private use. */
const privateName = /^[^.]*$|\.(localhost|local|internal|test|example|invalid|lan|home\.arpa)$/i;

/** Whether the internet may reach a machine by this address or name. A name is taken at its word, none is looked up. */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, '').replace(/%.*$/, '');
  return ipaddr.isValid(name) && isIP(name) ? ipaddr.process(name).range() === 'unicast' : !privateName.test(name);
}

/**
 * Names, in words, how the internet reaches the product, or returns null. `host` is an address, `interfaces` are the
 * machine's own (`os.networkInterfaces`). A machine behind a router has a global IPv6 address without being open to it, so
 * that address counts only without a private IPv4 address beside it.
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
