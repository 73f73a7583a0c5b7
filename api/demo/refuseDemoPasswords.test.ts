import { eq } from 'drizzle-orm';
import { members } from '../db/schema/members.ts';
import { readSettings } from '../settings/settings.ts';
import { hashPassword } from '../team/password.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { demoMembers } from './demoMembers.ts';
import { refuseDemoPasswords } from './refuseDemoPasswords.ts';

const inPublic = { STAFF_URL: 'https://desk.example.com' };

onOneDriver((api, driver) => {
  const start = (environment: Record<string, string>, database = api().context.database, interfaces = {}) =>
    refuseDemoPasswords({ database, settings: readSettings(environment) }, interfaces);

  test('an empty database is refused only if a public demo would be seeded', async () => {
    const empty = await testDatabase(driver);
    await expect(start(inPublic, empty)).rejects.toThrow(/^[^\n]*STAFF_URL is https:\/\/desk\.example\.com[^\n]*$/);
    await expect(start(inPublic, empty)).rejects.toThrow(
      /DEMO_ORDERS=0,.*`npm run add-admin -- EMAIL NAME`.*DEMO_IN_PUBLIC=true/,
    );
    await start({ ...inPublic, DEMO_ORDERS: '0' }, empty);
    await start({ ...inPublic, DEMO_IN_PUBLIC: 'true' }, empty);
    await start({}, empty);
    expect(await empty.db.select().from(members)).toEqual([]);
    await empty.close();
  });

  test('a database with demo members is refused too, whatever DEMO_ORDERS is', async () => {
    await expect(start({ ...inPublic, DEMO_ORDERS: '0' })).rejects.toThrow(/the demo.s public password/);
    await start({ ...inPublic, DEMO_IN_PUBLIC: 'true' });
    await start({ DEMO_ORDERS: '0' });
  });

  test.each(['0', '0x0', '::0', '::ffff:0.0.0.0'])('HOST=%s is every address of the machine', async (HOST) => {
    const eth0 = [{ address: '8.8.8.8', family: 'IPv4', internal: false }];
    await expect(start({ HOST }, undefined, { eth0 })).rejects.toThrow('this machine has the address 8.8.8.8');
  });

  test('one demo member is enough, unless deleted or with a new password', async () => {
    const { db } = api().context.database;
    const passwordHash = await hashPassword('not the demo’s');
    const [last, ...others] = demoMembers.toReversed();
    for (const { email } of others) await db.update(members).set({ passwordHash }).where(eq(members.email, email));
    await expect(start(inPublic)).rejects.toThrow(/the demo.s public password/);
    await db.update(members).set({ deletedAt: new Date() }).where(eq(members.email, last!.email));
    await start(inPublic);
  });
});
