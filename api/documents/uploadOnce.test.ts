import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { documents } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { staffServer } from '../staffServer.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';

onOneDriver((api, driver) => {
  const upload = async (orderId: string, key: string, { app = api().staff, rest = 'the declaration' } = {}) => {
    const payload = new FormData();
    payload.append('orderId', orderId);
    payload.append('email', 'mere@example.com');
    payload.append('mailServiceProvider', 'AWS');
    payload.append('uploadVisaDoc', new File([pdfOf({ mark: rest })], 'declaration.pdf', { type: 'application/pdf' }));
    const headers = { authorization: await api().signIn('Team'), 'idempotency-key': key };
    const { method } = documentCalls.upload;
    const answer = await app.inject({
      method,
      url: `/api${documentCalls.upload.path}`,
      headers,
      payload: payload as never,
    });
    return { httpStatus: answer.statusCode, replayed: answer.headers['idempotency-replayed'], body: answer.json() };
  };
  const stored = () => readdir(path.join(api().context.settings.dataDir, 'uploads')).catch(() => []);
  const ofOrder = async (orderId: string) => {
    const { db } = api().context.database;
    const rows = await db.select().from(documents).where(eq(documents.orderId, orderId));
    return { documents: rows.length, mails: (await db.select().from(mails).where(eq(mails.orderId, orderId))).length };
  };

  let put: DocumentStorage['put'];
  let puts = 0;
  beforeEach(() => void ({ put } = api().context.storage));
  afterEach(() => void (api().context.storage.put = put));
  /** A slow storage: `began` resolves when the first `put` begins, which then waits for `release`. */
  function holdFirstPut() {
    const began = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    puts = 0;
    api().context.storage.put = async (...given) => {
      puts += 1;
      if (puts === 1) {
        began.resolve();
        await held.promise;
      }
      return put(...given);
    };
    return { began: began.promise, release: held.resolve };
  }

  test('while a file is being stored, no transaction is open and nobody waits', async () => {
    const orderId = await addOrder(api());
    const { began, release } = holdFirstPut();
    const uploading = upload(orderId, randomUUID());
    try {
      await began;
      const remark = api().callApi(orderCalls.addRemark, { orderId, remark: 'called' }, { as: 'Team' });
      const waited = setTimeout(5_000, 'it waits for the storage', { ref: false });
      await expect(Promise.race([remark, waited])).resolves.toMatchObject({ httpStatus: 200 });
      if (driver === 'postgres') {
        const { rows } = await api().context.database.queue.executeSql(
          "select query from pg_stat_activity where datname = current_database() and state ^@ 'idle in transaction'",
        );
        expect(rows).toEqual([]);
      }
    } finally {
      release();
    }
    await expect(uploading).resolves.toMatchObject({ httpStatus: 200 });
  });

  test('concurrent duplicates store the file once, and get the same response', async () => {
    const orderId = await addOrder(api());
    const before = (await stored()).length;
    const key = randomUUID();
    const { began, release } = holdFirstPut();
    const first = upload(orderId, key);
    await began;
    const others = [upload(orderId, key), upload(orderId, key)];
    await setTimeout(200);
    release();
    const { body } = await first;
    for (const other of await Promise.all(others)) expect(other).toEqual({ httpStatus: 200, replayed: 'true', body });
    expect([puts, (await stored()).length - before]).toEqual([1, 1]);
    await expect(ofOrder(orderId)).resolves.toEqual({ documents: 1, mails: 1 });
  });

  test('the same upload on two instances is recorded once, and the other file is removed', async () => {
    const orderId = await addOrder(api());
    const before = (await stored()).length;
    const key = randomUUID();
    const otherInstance = await staffServer(api().context);
    const { began, release } = holdFirstPut();
    const slow = upload(orderId, key);
    await began;
    const quick = await upload(orderId, key, { app: otherInstance });
    expect(quick).toMatchObject({ httpStatus: 200, replayed: undefined });
    release();
    await expect(slow).resolves.toEqual({ ...quick, replayed: 'true' });
    await otherInstance.close();
    expect([puts, (await stored()).length - before]).toEqual([2, 1]);
    await expect(ofOrder(orderId)).resolves.toEqual({ documents: 1, mails: 1 });
  });

  test('a retry and another file under the same key store nothing', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    const first = await upload(orderId, key);
    const { release } = holdFirstPut();
    release();
    await expect(upload(orderId, key)).resolves.toEqual({ ...first, replayed: 'true' });
    await expect(upload(orderId, key, { rest: 'another one' })).resolves.toMatchObject({ httpStatus: 422 });
    expect(puts).toBe(0);
  });

  test('if storage refuses a file nothing is recorded, so the key can be retried', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    api().context.storage.put = () => Promise.reject(new Error('the bucket is closed'));
    await expect(upload(orderId, key)).resolves.toMatchObject({ httpStatus: 500 });
    await expect(ofOrder(orderId)).resolves.toEqual({ documents: 0, mails: 0 });
    api().context.storage.put = put;
    await expect(upload(orderId, key)).resolves.toMatchObject({ httpStatus: 200, replayed: undefined });
    await expect(ofOrder(orderId)).resolves.toEqual({ documents: 1, mails: 1 });
  });
});
