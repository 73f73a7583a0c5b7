import { sql } from 'drizzle-orm';
import { testPostgres } from '../testing/drivers.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import type { Database, OpenDatabase } from './database.ts';
import { readPrepared } from './readPrepared.ts';

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return test.skip('no PostgreSQL was found', () => {});
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase(driver);
    await database.executeSql('create table pairs (a int, b text)');
  });
  afterAll(() => database.close());

  /** The statements that this connection keeps. */
  const kept = async (db: Database) => {
    const { rows } = await db.execute(sql`select statement from pg_prepared_statements where statement like '%kept%'`);
    return rows.length;
  };

  test('values of every kind arrive as they were given, null too', async () => {
    const query = sql`select ${sql.placeholder('text')}::text as text, ${sql.placeholder('number')}::int as number,
      ${sql.placeholder('texts')}::text[] as texts, ${sql.placeholder('none')}::text as none, ${'fixed'}::text as fixed`;
    const given = { text: `'); drop table orders; --`, number: 7, texts: ['a,b', '{"c"}', "d'"] };
    expect(await readPrepared(database.db, query, { ...given, none: null })).toEqual([
      { ...given, none: null, fixed: 'fixed' },
    ]);
    expect(await readPrepared(database.db, query, { text: '', number: -1, texts: [], none: 'one' })).toEqual([
      { text: '', number: -1, texts: [], none: 'one', fixed: 'fixed' },
    ]);
    await expect(readPrepared(database.db, query, given)).rejects.toThrow(/none/);
  });

  test('a connection plans it once, however often it is read and with whatever values', async () => {
    await database.db.transaction(async (tx) => {
      for (const value of [1, 2, 3]) {
        const query = sql`select ${value}::int as kept`;
        expect(await readPrepared(tx, query)).toEqual([{ kept: value }]);
      }
      expect(await kept(tx)).toBe(1);
    });
  });

  test('no rows are an empty list, also of a statement that changes something', async () => {
    expect(await readPrepared(database.db, sql`select 1 as one where false`)).toEqual([]);
    expect(await readPrepared(database.db, sql`insert into pairs values (1, 'one')`)).toEqual([]);
    expect(await readPrepared(database.db, sql`select a, b from pairs`)).toEqual([{ a: 1, b: 'one' }]);
  });

  test('it belongs to its transaction, and is rolled back with it', async () => {
    const insert = sql`insert into pairs values (2, 'two') returning b`;
    const fails = database.db.transaction(async (tx) => {
      expect(await readPrepared(tx, insert)).toEqual([{ b: 'two' }]);
      throw new Error('rolled back');
    });
    await expect(fails).rejects.toThrow('rolled back');
    expect(await readPrepared(database.db, sql`select a from pairs where a = 2`)).toEqual([]);
  });

  test('outside of a transaction it does not see what one has not committed', async () => {
    const count = sql`select count(*)::int as n from pairs where a = 3`;
    let outside: Promise<unknown> | undefined;
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into pairs values (3, 'three')`);
      outside = readPrepared(database.db, count);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (driver === 'postgres') expect(await outside).toEqual([{ n: 0 }]);
      await tx.execute(sql`delete from pairs where a = 3`);
    });
    expect(await outside).toEqual([{ n: 0 }]);
  });

  test('a fault is told with its code, and the next read is not touched by it', async () => {
    const divide = sql`select 6 / ${sql.placeholder('by')}::int as quotient`;
    await expect(readPrepared(database.db, divide, { by: 0 })).rejects.toMatchObject({ code: '22012' });
    expect(await readPrepared(database.db, divide, { by: 2 })).toEqual([{ quotient: 3 }]);
    await expect(readPrepared(database.db, divide, { by: 'two' })).rejects.toMatchObject({ code: '22P02' });
    await expect(readPrepared(database.db, sql`select nothing`)).rejects.toMatchObject({ code: '42703' });
    await expect(readPrepared(database.db, sql`select nothing`)).rejects.toMatchObject({ code: '42703' });
    expect(await readPrepared(database.db, divide, { by: 3 })).toEqual([{ quotient: 2 }]);
  });

  test('many at once each get their own answer', async () => {
    const double = sql`select ${sql.placeholder('n')}::int * 2 as doubled`;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => readPrepared<{ doubled: number }>(database.db, double, { n })),
    );
    expect(answers.map(([row]) => row!.doubled)).toEqual(Array.from({ length: 200 }, (_, n) => n * 2));
  });
});
