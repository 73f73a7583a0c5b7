import { access, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { documentCalls } from 'shared/api/documentCalls';
import { documents } from '../db/schema/documents.ts';
import type { Database } from '../db/database.ts';
import { startJobs } from '../jobs/scheduler.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { serverProxy } from '../testing/serverProxy.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { findDatabaseName, sweepDocuments } from './documentFiles.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { sweepUnfinished } from '../storage/diskStorage.ts';

onOneDriver((api, driver) => {
  const place = (...parts: string[]) => path.join(api().context.settings.dataDir, ...parts);
  const uploads = () => readdir(place('uploads'));
  const hour = 3_600_000;
  const age = async (file: string, hours: number) => {
    const then = new Date(Date.now() - hours * hour);
    await utimes(file, then, then);
  };
  const sweep = async () => {
    const { database, storage } = api().context;
    return sweepDocuments(database.db, storage, { before: new Date(Date.now() - 24 * hour) });
  };
  const random = (n: number) => `${String(n).padStart(24, 'a')}.pdf`;
  const documentOf = async (file1: string) => {
    const [document] = await api().context.database.db.select().from(documents).where(eq(documents.file1, file1));
    return document;
  };

  test('unreferenced files are deleted after a day; referenced, new or foreign files are kept', async () => {
    const { storage, database } = api().context;
    const name = await findDatabaseName(database.db);
    const named = (await documentOf(await uploadPdf(api(), await addOrder(api()))))!.storageKey;
    const keys = {
      old: `${name}.${random(1)}`,
      alsoOld: `${name}.${random(2)}`,
      young: `${name}.${random(3)}`,
      ofAnotherDatabase: `0123456789ab.${random(4)}`,
      ofAnotherForm: 'demo100001123456789012.pdf',
      ofNoForm: `${name}.notes`,
    };
    for (const key of Object.values(keys)) await storage.put(key, Readable.from([Buffer.from('%PDF')]), '');
    for (const key of [named, ...Object.values(keys)]) if (key !== keys.young) await age(place('uploads', key), 25);

    await expect(sweep()).resolves.toBe(2);
    const left = await uploads();
    expect(left).not.toEqual(expect.arrayContaining([keys.old]));
    expect(left).toEqual(
      expect.arrayContaining([named, keys.young, keys.ofAnotherDatabase, keys.ofAnotherForm, keys.ofNoForm]),
    );
    await expect(sweep()).resolves.toBe(0);
  });

  test('a file is kept if a row has its key, even under another file name', async () => {
    const { storage, database } = api().context;
    const key = `${await findDatabaseName(database.db)}.${random(5)}`;
    await storage.put(key, Readable.from([Buffer.from('%PDF')]), '');
    await age(place('uploads', key), 25);
    const file1 = await uploadPdf(api(), await addOrder(api()));
    await database.db.update(documents).set({ storageKey: key }).where(eq(documents.file1, file1));
    await expect(sweep()).resolves.toBe(0);
    await expect(uploads()).resolves.toContain(key);
  });

  test('two instances sweep more than one batch at once', async () => {
    const name = await findDatabaseName(api().context.database.db);
    for (let n = 0; n < 2_100; n++) {
      const file = place('uploads', `${name}.${random(10_000 + n)}`);
      await writeFile(file, '');
      await age(file, 25);
    }
    const kept = (await documentOf(await uploadPdf(api(), await addOrder(api()))))!.storageKey;
    await age(place('uploads', kept), 48);
    await Promise.all([sweep(), sweep()]);
    const left = await uploads();
    expect(left.filter((key) => /a1[012]\d{3}\.pdf$/.test(key))).toEqual([]);
    expect(left).toContain(kept);
  });

  test('an aborted sweep lists no more keys and deletes nothing more', async () => {
    const { database, storage } = api().context;
    const name = await findDatabaseName(database.db);
    const before = new Date();
    const stopping = new AbortController();
    let listed = 0;
    const removed: string[] = [];
    // A bucket with a very long list of unknown keys.
    const endless: DocumentStorage = {
      ...storage,
      async *list() {
        for (; listed < 100_000; listed++) yield { key: `${name}.${random(listed)}`, at: new Date(0) };
      },
      remove: async (key) => {
        removed.push(key);
        if (removed.length === 1_500) stopping.abort();
      },
    };
    await expect(sweepDocuments(database.db, endless, { before, stopped: stopping.signal })).resolves.toBe(1_500);
    expect([removed.length, listed]).toEqual([1_500, 2_000]);

    // The sweep also stops while it lists keys.
    const looking = new AbortController();
    let young = 0;
    const storageOfYoungFiles: DocumentStorage = {
      ...storage,
      async *list() {
        for (; young < 100_000; young++) {
          if (young === 10) looking.abort();
          yield { key: `${name}.${random(young)}`, at: new Date() };
        }
      },
    };
    await expect(sweepDocuments(database.db, storageOfYoungFiles, { before, stopped: looking.signal })).resolves.toBe(
      0,
    );
    expect(young).toBe(10);
  });

  test('at start, old leftovers of killed instances are deleted, and nothing else', async () => {
    const { database } = api().context;
    const name = await findDatabaseName(database.db);
    const named = (await documentOf(await uploadPdf(api(), await addOrder(api()))))!.storageKey;
    for (const folder of ['tmp/upload-old', 'tmp/document-old', 'tmp/upload-live', 'tmp/mine', 'outbox']) {
      await mkdir(place(folder), { recursive: true });
    }
    const files = {
      old: 'tmp/upload-old/0',
      oldOfS3: 'tmp/document-old/x',
      live: 'tmp/upload-live/0',
      notOurs: 'tmp/mine/0',
      oldPart: 'uploads/a.pdf.part',
      livePart: 'uploads/b.pdf.part',
      oldMail: 'outbox/100001-1.eml.part',
      mail: 'outbox/100001-2.eml',
      oldDocument: `uploads/${name}.${random(6)}`,
      youngDocument: `uploads/${name}.${random(7)}`,
      ofAnotherDatabase: `uploads/0123456789ab.${random(8)}`,
    };
    for (const file of Object.values(files)) await writeFile(place(file), 'half');
    for (const file of ['old', 'oldOfS3', 'notOurs', 'oldPart', 'oldMail', 'mail'] as const) {
      await age(place(files[file]), 2);
    }
    for (const file of [files.oldDocument, files.ofAnotherDatabase, `uploads/${named}`]) await age(place(file), 25);
    // `upload-live` began long ago but is still being written.
    for (const folder of ['tmp/upload-old', 'tmp/document-old', 'tmp/upload-live', 'tmp/mine'])
      await age(place(folder), 2);

    const job = startJobs(api().context, ['sweep files']);
    // The sweep removes this file last.
    const isThere = async () => (await uploads()).includes(path.basename(files.oldDocument));
    expect(await pollUntil(isThere, (there) => !there)).toBe(false);
    await job.stop();
    const left = [];
    for (const [name, file] of Object.entries(files)) {
      const there = await access(place(file)).then(
        () => true,
        () => false,
      );
      if (there) left.push(name);
    }
    expect(left).toEqual(['live', 'notOurs', 'livePart', 'mail', 'youngDocument', 'ofAnotherDatabase']);
    expect(await uploads()).toContain(named);
    await expect(readdir(place('tmp'))).resolves.toEqual(expect.not.arrayContaining(['upload-old', 'document-old']));
    await expect(sweepUnfinished(place('never', 'made'), new Date())).resolves.toBe(0);
  });

  if (driver === 'embedded') return;

  describe('when a connection dies at its COMMIT', () => {
    const cases: ['before' | 'after', string | undefined][] = [
      ['before', undefined],
      ['after', undefined],
      ['before', 'one click'],
      ['after', 'another click'],
    ];
    test.each(cases)(
      '%s it takes effect (Idempotency-Key: %s), a row keeps its file, and a file without a row is swept',
      async (cut, idempotencyKey) => {
        const orderId = await addOrder(api());
        const { context: appContext } = api();
        const before = new Set(await uploads());
        const proxy = await serverProxy(appContext.database.url!);
        const pool = new pg.Pool({ connectionString: proxy.url });
        pool.on('connect', (client) => client.on('error', () => {}));
        const direct = appContext.database;
        appContext.database = { ...direct, db: drizzle(pool) as unknown as Database };
        try {
          const uploadVisaDoc = new File([pdfOf({ mark: cut })], 'declaration.pdf', { type: 'application/pdf' });
          const input = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
          // The session already exists, so the next COMMIT is the upload's.
          const token = await api().signIn('Team');
          proxy.dieAt((sent) => /\bcommit\b/i.test(sent.toString('latin1')) && cut);
          const answer = await api().callApi(documentCalls.upload, input, {
            token,
            ...(idempotencyKey && { idempotencyKey }),
          });
          expect(answer.httpStatus).toBeGreaterThanOrEqual(500);
        } finally {
          appContext.database = direct;
          await pool.end();
          await proxy.close();
        }
        const rows = await direct.db.select().from(documents).where(eq(documents.orderId, orderId));
        expect(rows).toHaveLength(cut === 'after' ? 1 : 0);
        const stored = (await uploads()).filter((key) => !before.has(key));
        expect(stored).toHaveLength(1);
        await age(place('uploads', stored[0]!), 25);
        await expect(sweep()).resolves.toBe(cut === 'after' ? 0 : 1);
        expect((await uploads()).filter((key) => !before.has(key))).toEqual(rows.map(({ storageKey }) => storageKey));
      },
    );
  });
});
