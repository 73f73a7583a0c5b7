import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { findMemberByEmail } from '../team/memberQueries.ts';
import { passwordFits } from '../team/password.ts';
import { demoMembers, demoPassword } from './demoMembers.ts';
import { isEmpty } from './demoQueries.ts';
import { publicAddress } from './publicAddress.ts';

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
