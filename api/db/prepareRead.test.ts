import { sql } from 'drizzle-orm';
import { testPostgres, testDatabase } from '../testing/testDatabase.ts';
import type { OpenDatabase } from './database.ts';
import { prepareRead } from './prepareRead.ts';

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return test.skip('no PostgreSQL was found', () => {});
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase(driver);
  });
  afterAll(() => database.close());

  test('values of every kind arrive as they were given, null too', async () => {
    const read =
      prepareRead(sql`select ${sql.placeholder('text')}::text as text, ${sql.placeholder('number')}::int as number,
      ${sql.placeholder('texts')}::text[] as texts, ${sql.placeholder('none')}::text as none, ${'fixed'}::text as fixed`);
    const given = { text: `'); drop table orders; --`, number: 7, texts: ['a,b', '{"c"}', "d'"] };
    const expected = { ...given, none: null, fixed: 'fixed' };
    expect(await read(database.db, { ...given, none: null })).toEqual([expected]);
    await expect(read(database.db, given)).rejects.toThrow(/none/);
  });

  test('rows keep the order of the statement, and no rows give an empty list', async () => {
    const readNumbers = prepareRead<{ n: number }>(
      sql`select n from generate_series(1, ${sql.placeholder('most')}::int) as n order by n % 7, n desc`,
    );
    const expected = Array.from({ length: 1_000 }, (_, index) => index + 1).sort((a, b) => (a % 7) - (b % 7) || b - a);
    const read = await readNumbers(database.db, { most: 1_000 });
    expect(read.map(({ n }) => n)).toEqual(expected);
    expect(await readNumbers(database.db, { most: 0 })).toEqual([]);
  });

  test('an error has its code, and does not affect the next read', async () => {
    const divide = prepareRead(sql`select 6 / ${sql.placeholder('by')}::int as quotient`);
    await expect(divide(database.db, { by: 0 })).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await divide(database.db, { by: 2 })).toEqual([{ quotient: 3 }]);
  });

  test('concurrent reads each get their own result', async () => {
    const double = prepareRead<{ doubled: number }>(sql`select ${sql.placeholder('n')}::int * 2 as doubled`);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => double(database.db, { n })));
    expect(answers.map(([row]) => row!.doubled)).toEqual(Array.from({ length: 200 }, (_, n) => n * 2));
  });

  if (driver === 'embedded') return;

  test('a connection plans a statement once, whatever the values', async () => {
    const read = prepareRead(sql`select ${sql.placeholder('value')}::int as kept`);
    await database.db.transaction(async (tx) => {
      for (const value of [1, 2, 3]) expect(await read(tx, { value })).toEqual([{ kept: value }]);
      const { rows } = await tx.execute(sql`select 1 from pg_prepared_statements where statement like '%as kept%'`);
      expect(rows).toHaveLength(1);
    });
  });
});
