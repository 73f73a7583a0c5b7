import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { testPostgres, testDatabase } from '../testing/testDatabase.ts';
import { serverProxy } from '../testing/serverProxy.ts';
import { isDatabaseUnavailable } from './DatabaseUnavailableError.ts';
import type { OpenDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';

(testPostgres() ? describe : describe.skip)('connections to PostgreSQL', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase('postgres');
  });
  afterAll(() => database.close());

  test('a statement may take several seconds', async () => {
    const { rows } = await database.db.execute(sql`select pg_sleep(4)::text, 'done' as done`);
    expect(rows).toMatchObject([{ done: 'done' }]);
  });

  test('the pool survives when more transactions than it has connections lose theirs, even before they begin', async () => {
    for (let round = 0; round < 3; round += 1) {
      const transactions = Array.from({ length: 30 }, () =>
        database.db
          .transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
          .then(
            () => 'done',
            (error: unknown) => (isDatabaseUnavailable(error) ? 'away' : error),
          ),
      );
      expect(new Set(await Promise.all(transactions))).toEqual(new Set(['away']));
    }
    await Promise.all(Array.from({ length: 30 }, () => database.db.transaction((tx) => tx.execute(sql`select 1`))));
  });

  test('a server that does not respond does not prevent closing', async () => {
    const proxy = await serverProxy(database.url!);
    const silent = await openPostgres(proxy.url);
    const listener = await silent.queue.listen!(
      'nothing',
      () => {},
      () => {},
    );
    await Promise.all([1, 2, 3].map(() => silent.queue.executeSql('select 1')));
    proxy.silence();
    try {
      const asked = silent.db.transaction((tx) => tx.execute(sql`select 1`)).catch(isDatabaseUnavailable);
      const closed = listener.close().then(silent.close);
      const ended = await Promise.race([closed.then(() => 'closed'), setTimeout(20_000, 'it hangs', { ref: false })]);
      expect([ended, await asked]).toEqual(['closed', true]);
    } finally {
      await proxy.close();
    }
  });

  test('the pool replaces a connection whose BEGIN fails', async () => {
    const { $client: pool } = database.db as unknown as { $client: pg.Pool };
    for (let time = 0; time < 25; time += 1) {
      pool.once('acquire', (client) => (client as pg.Client).connection.stream.destroy());
      const failed = await database.db.transaction(async () => false).catch(isDatabaseUnavailable);
      expect(failed).toBe(true);
    }
    await database.db.transaction((tx) => tx.execute(sql`select 1`));
  });
});
