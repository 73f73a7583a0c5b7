import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { demoPassword } from '../demo/demoMembers.ts';
import { mails } from '../db/schema/mails.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import { startJobs } from '../jobs/scheduler.ts';
import { queueMail } from '../mail/queueMail.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { DiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';

const margin = 1_000_000;
const text = 'The disk is almost full, so nothing was changed. You can still view everything.';

onBothDrivers((api, driver) => {
  let free = Infinity;
  const told: string[] = [];
  const tell = (_figures: object, line: string) => void told.push(line);

  beforeEach(() => {
    free = Infinity;
    const { context: appContext } = api();
    const holdsDatabase = driver === 'embedded';
    const log = { warn: tell, info: tell };
    appContext.diskSpace = new DiskSpaceGuard({
      readFree: async () => free,
      minFreeBytes: margin,
      holdsDatabase,
      log,
      freshMs: 0,
    });
  });

  const remark = (orderId: string) =>
    api().callApi(orderCalls.addRemark, { orderId, remark: 'called' }, { as: 'Team' });
  const remarksOf = (orderId: string) =>
    api().context.database.db.select().from(remarks).where(eq(remarks.orderId, orderId));
  const statusOf = async (orderId: string) => {
    const [order] = await api().context.database.db.select().from(orders).where(eq(orders.orderId, orderId));
    return order!.processStatus;
  };
  const files = (folder: string) => readdir(path.join(api().context.settings.dataDir, folder)).catch(() => []);
  const health = async () => (await api().staff.inject('/api/health')).json();

  test('an upload without space gets 507 and stores nothing; with space again it succeeds', async () => {
    const orderId = await addOrder(api());
    const before = await files('uploads');
    free = margin - 1;
    await expect(uploadPdf(api(), orderId)).rejects.toThrow(text);
    await expect(files('uploads')).resolves.toEqual(before);
    await expect(files('tmp')).resolves.toEqual([]);
    free = Infinity;
    await expect(uploadPdf(api(), orderId)).resolves.toMatch(/pdf$/);
  });

  test('uploads in progress keep their reserved space: an upload that would need it is refused', async () => {
    const orderId = await addOrder(api());
    // The uploads have no known length, so each reserves twice the maximum of 20 MB.
    free = margin + 60 * 1_048_576;
    const both = await Promise.allSettled([uploadPdf(api(), orderId), uploadPdf(api(), orderId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // The reservation was released.
    await expect(uploadPdf(api(), orderId)).resolves.toMatch(/pdf$/);
    await expect(uploadPdf(api(), orderId)).resolves.toMatch(/pdf$/);
  });

  test('a full database server gets 507 too', async () => {
    const orderId = await addOrder(api());
    const { database } = api().context;
    await database.queue.executeSql(`
      create function no_space() returns trigger language plpgsql as
        $$ begin raise 'could not extend file "base/5/16385": No space left on device' using errcode = 'disk_full'; end $$`);
    await database.queue.executeSql(
      'create trigger no_space before insert on remarks for each row execute function no_space()',
    );
    try {
      await expect(remark(orderId)).resolves.toMatchObject({ httpStatus: 507, body: { status: 0, message: text } });
    } finally {
      await database.queue.executeSql('drop trigger no_space on remarks');
    }
    await expect(remark(orderId)).resolves.toMatchObject({ httpStatus: 200 });
  });

  test('mail waits, and is sent automatically once there is space', async () => {
    const orderId = await addOrder(api());
    const { db } = api().context.database;
    const mailOf = () => db.select().from(mails).where(eq(mails.orderId, orderId));
    free = 0;
    // Deliveries check the disk once a second.
    await setTimeout(1_500);
    const values = { orderId, kind: 'refund', recipient: 'mere@example.com', provider: 'AWS', askedBy: null } as const;
    await db.transaction((tx) => queueMail(tx, values));
    await setTimeout(3_000);
    await expect(mailOf()).resolves.toMatchObject([{ state: 'queued', attempts: 0 }]);
    free = Infinity;
    const sent = await pollUntil(mailOf, ([mail]) => mail!.state === 'sent');
    expect(sent).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('the log says once when space is short, and once when there is enough again', async () => {
    told.length = 0;
    const watch = startJobs(api().context, ['watch disk space']);
    free = 0;
    await pollUntil(
      async () => told.length,
      (lines) => lines >= 1,
    );
    await setTimeout(1_500);
    free = Infinity;
    await pollUntil(
      async () => told.length,
      (lines) => lines >= 2,
    );
    await setTimeout(1_500);
    await watch.stop();
    expect(told).toEqual([expect.stringContaining('almost full'), expect.stringContaining('available again')]);
  });

  if (driver === 'postgres') {
    test('with a database on another disk, calls that write no file still work', async () => {
      const orderId = await addOrder(api());
      free = 0;
      await expect(remark(orderId)).resolves.toMatchObject({ httpStatus: 200 });
      expect(await health()).toMatchObject({ message: 'Ready', data: { room: true } });
    });
    return;
  }

  test('changes get 507 and store nothing, reads work, and health reports it with 200', async () => {
    const orderId = await addOrder(api());
    free = margin - 1;
    const refused = await remark(orderId);
    expect(refused).toMatchObject({ httpStatus: 507, body: { status: 0, message: text, data: null } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const assign = { orderId, assignto: 'Tia Team' };
    await expect(api().callApi(orderCalls.assign, assign, { as: 'Admin' })).resolves.toMatchObject({ httpStatus: 507 });
    await expect(remarksOf(orderId)).resolves.toEqual([]);
    const { db } = api().context.database;
    await expect(db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId))).resolves.toEqual([]);

    const details = await api().callApi(orderCalls.details, { orderId }, { as: 'Team' });
    const page = { start: 0, end: 10, searchVal: orderId, folderName: 'newOrder' };
    const found = await api().callApi(folderCalls.search, page, { as: 'Team' });
    expect([details.httpStatus, found.httpStatus, found.body.total]).toEqual([200, 200, 1]);
    expect(await health()).toMatchObject({
      status: 1,
      message: expect.stringContaining('almost full'),
      data: { room: false },
    });

    free = margin;
    // Refused, because a remark must leave the margin free.
    await expect(remark(orderId)).resolves.toMatchObject({ httpStatus: 507 });
    free = 2 * margin;
    await expect(remark(orderId)).resolves.toMatchObject({ httpStatus: 200 });
    expect(await health()).toMatchObject({ message: 'Ready', data: { room: true } });
  });

  test('sign-ins and tracking work while half of the margin is free', async () => {
    const orderId = await addOrder(api());
    const person = { email: 'team@demo.test', password: demoPassword };
    const customer = { orderId, email: `order-${orderId}@example.com` };
    const both = async () => [
      (await api().callApi(sessionCalls.login, person)).httpStatus,
      (await api().callApi(customerCalls.track, customer)).httpStatus,
    ];
    free = margin * 0.75;
    await expect(remark(orderId)).resolves.toMatchObject({ httpStatus: 507 });
    await expect(both()).resolves.toEqual([200, 200]);
    free = margin * 0.4;
    await expect(both()).resolves.toEqual([507, 507]);
  });

  test('a whole-folder action pauses, and continues automatically', async () => {
    const ids = [
      await addOrder(api(), { processStatus: 'ChargeBack' }),
      await addOrder(api(), { processStatus: 'ChargeBack' }),
    ];
    const all = { folderName: 'chargeBack', updatingStatus: 'Awaiting' } as const;
    const asked = await api().callApi(orderCalls.move, all, { as: 'Admin' });
    expect(asked.httpStatus).toBe(200);
    free = 0;
    const jobs = startJobs(api().context, ['bulk']);
    await setTimeout(1_000);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['ChargeBack', 'ChargeBack']);
    free = Infinity;
    const after = await pollUntil(
      () => Promise.all(ids.map(statusOf)),
      (all) => all.every((status) => status === 'Awaiting'),
    );
    await jobs.stop();
    expect(after).toEqual(['Awaiting', 'Awaiting']);
  });
});
