/**
 * What `readPrepared`, `within` and `migrate` rely on and drizzle promises to nobody. When it fails after an update, look
 * there.
 */
import { sql, type SQL } from 'drizzle-orm';
import { PgTransaction, type PgDialect } from 'drizzle-orm/pg-core';
import { testPostgres } from '../testing/drivers.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import type { Database, OpenDatabase } from './database.ts';

interface Parts {
  dialect: Pick<PgDialect, 'migrate'> & { sqlToQuery: (query: SQL) => { sql: string; params: unknown[] } };
  session: { client: { query: (text: string) => Promise<{ rows: Record<string, unknown>[] }> } };
}
const partsOf = (db: Database) => db as unknown as Parts;

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return test.skip('no PostgreSQL was found', () => {});
  let database: OpenDatabase;
  beforeAll(async () => void (database = await testDatabase(driver)), 60_000);
  afterAll(() => database.close());

  test('the session’s client is the connection: a transaction’s sees what only that has written', async () => {
    const { db } = database;
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`create table only_here (n int)`);
        const read = "select to_regclass('only_here') is not null as there";
        const { rows } = await partsOf(tx).session.client.query(read);
        expect(rows).toEqual([{ there: true }]);
        if (driver === 'postgres') {
          expect((await partsOf(db).session.client.query(read)).rows).toEqual([{ there: false }]);
        }
        tx.rollback();
      })
      .catch((error: Error) => expect(error.message).toBe('Rollback'));
  });

  test('the embedded session’s client is our engine, and in a transaction what our engine gave to it', async () => {
    const prepares = (db: Database) => 'readPrepared' in partsOf(db).session.client;
    const within = await database.db.transaction(async (tx) => prepares(tx));
    expect([prepares(database.db), within]).toEqual(driver === 'embedded' ? [true, true] : [false, false]);
  });

  test('the dialect puts a statement together, with its placeholders among the parameters', () => {
    const { sql: text, params } = partsOf(database.db).dialect.sqlToQuery(sql`select ${1}, ${sql.placeholder('two')}`);
    expect(text).toBe('select $1, $2');
    expect(params).toEqual([1, sql.placeholder('two')]);
  });

  test('the dialect runs migrations by a session', () => {
    expect(partsOf(database.db).dialect.migrate).toHaveLength(3);
  });

  test('a transaction, and a savepoint in it, is a PgTransaction, and the database is none', async () => {
    const inside = await database.db.transaction(async (tx) => [tx, await tx.transaction(async (point) => point)]);
    expect([database.db, ...inside].map((db) => db instanceof PgTransaction)).toEqual([false, true, true]);
  });
});
