/**
 * What `mail/mailQueue`, `hearJobs` and `jobQueries` rely on and pg-boss promises to nobody: two of its own statements, and
 * the columns and states of its table. When it fails after an update, look there.
 */
import { sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import { insertJobs } from 'pg-boss/dist/plans.js';
import pino from 'pino';
import type { Database, OpenDatabase } from '../db/database.ts';
import { testPostgres } from '../testing/drivers.ts';
import { settled } from '../testing/settled.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { hearJobs } from './hearJobs.ts';
import { findTakenJobs, hasWaitingJob, msUntilNextJob, putBack, tryAtOnce } from './jobQueries.ts';
import { openBoss } from './openBoss.ts';

const log = pino({ level: 'silent' });

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return test.skip('no PostgreSQL was found', () => {});
  let database: OpenDatabase;
  let boss: PgBoss;
  beforeAll(async () => {
    database = await testDatabase(driver);
    boss = await openBoss(database, log);
  }, 60_000);
  afterAll(async () => {
    await boss.stop({ timeout: 1_000 });
    await database.close();
  });

  const statement = (name: string) => insertJobs('pgboss', { table: 'job', name, returnId: true, notify: true });
  const insert = (tx: Database, queue: string, jobs: object[]) =>
    fromDrizzle(tx, sql).executeSql(statement(queue), [JSON.stringify(jobs)]);

  test('insertJobs is one statement that adds jobs to our transaction, with data and priority, and answers a row each', async () => {
    await boss.createQueue('inserted', { notify: true });
    const jobs = [
      { data: { n: 1 }, priority: 0 },
      { data: { n: 2 }, priority: 1 },
    ];
    const undone = database.db.transaction(async (tx) => {
      await insert(tx, 'inserted', jobs);
      tx.rollback();
    });
    await expect(undone).rejects.toThrow();
    await expect(boss.fetch('inserted')).resolves.toEqual([]);

    const { rows } = await database.db.transaction((tx) => insert(tx, 'inserted', jobs));
    expect(rows).toHaveLength(2);
    const [first] = await boss.fetch('inserted');
    expect(first).toMatchObject({ data: { n: 2 } });
  });

  test('insertJobs takes the moment at which a job may be taken, until which it is none that waits', async () => {
    const { db } = database;
    await boss.createQueue('later', { notify: true });
    await expect(msUntilNextJob(db, 'later')).resolves.toBeNull();
    const startAfter = new Date(Date.now() + 3_600_000).toISOString();
    await db.transaction((tx) => insert(tx, 'later', [{ data: {}, startAfter }]));
    await expect(boss.fetch('later')).resolves.toEqual([]);
    await expect(hasWaitingJob(db, 'later')).resolves.toBe(false);
    const ms = await msUntilNextJob(db, 'later');
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(3_600_000);
  });

  test('insertJobs for a queue that is not there adds nothing and answers no row', async () => {
    const { rows } = await database.db.transaction((tx) => insert(tx, 'unknown', [{ data: {} }]));
    expect(rows).toEqual([]);
  });

  test('notifyChannelSql names the channel on which a queue is told that has new jobs', async () => {
    await boss.createQueue('heard', { notify: true });
    const heard: (string | null)[] = [];
    const stop = await hearJobs(boss, log, (queue) => heard.push(queue));
    await settled(
      async () => heard,
      (names) => names.length > 0,
    );
    await database.db.transaction((tx) => insert(tx, 'heard', [{ data: {} }]));
    await settled(
      async () => heard,
      (names) => names.includes('heard'),
    );
    await stop();
    expect(heard).toEqual([null, 'heard']);
  });

  test('the table’s columns and states: waiting, taken, put back without a try, tried again at once', async () => {
    const { db } = database;
    await boss.createQueue('states', { retryLimit: 3, retryDelay: 60 });
    await expect(hasWaitingJob(db, 'states')).resolves.toBe(false);
    await boss.send('states', { n: 1 });
    await expect(hasWaitingJob(db, 'states')).resolves.toBe(true);

    const [job] = await boss.fetch('states');
    await expect(hasWaitingJob(db, 'states')).resolves.toBe(false);
    await expect(findTakenJobs(db, 'states')).resolves.toEqual([{ id: job!.id, tries: 0 }]);

    await putBack(db, 'states', [job!.id]);
    await expect(boss.fetch('states')).resolves.toMatchObject([{ id: job!.id }]);
    await expect(findTakenJobs(db, 'states')).resolves.toEqual([{ id: job!.id, tries: 0 }]);

    await tryAtOnce(db, 'states', [job!.id]);
    await expect(boss.fetch('states')).resolves.toMatchObject([{ id: job!.id }]);
    await expect(findTakenJobs(db, 'states')).resolves.toEqual([{ id: job!.id, tries: 1 }]);
  });
});
