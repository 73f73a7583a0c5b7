import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { testDatabase } from './testDatabase.ts';

const digest = async () => {
  const hash = createHash('sha256');
  for (const { content } of (await preparedEngine()).files) hash.update(content ?? '');
  return hash.digest('hex');
};

test('what is written into one embedded database is in no other that begins with the same files', async () => {
  const before = await digest();
  const written = await testDatabase('embedded');
  await written.db.execute(sql`create table lines as select repeat(md5(n::text), 30) from generate_series(1, 1000) n`);
  await written.db.execute(sql`vacuum analyze`);
  await written.close();
  expect(await digest()).toBe(before);

  const next = await testDatabase('embedded');
  const { rows } = await next.db.execute(sql`select to_regclass('lines') as lines`);
  await next.close();
  expect(rows).toEqual([{ lines: null }]);
});
