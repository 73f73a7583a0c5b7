import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { testPostgres } from '../testing/drivers.ts';
import { settled } from '../testing/settled.ts';
import { emptyPostgres, testDatabase } from '../testing/testDatabase.ts';
import { joinInstances } from './joinInstances.ts';

const one = 'the one secret of the tests, long enough';
const another = 'another secret of the tests, long enough';

test('on the embedded database there is nobody to join', async () => {
  const embedded = await testDatabase('embedded');
  const leave = await joinInstances(embedded, { sessionSecret: null }, pino({ level: 'silent' }));
  await leave();
  await embedded.close();
});

// Each test has a database of its own and mostly waits for the patience of a join, so they run side by side.
(testPostgres() ? describe : describe.skip)('on PostgreSQL', () => {
  /** On a database of its own. What joins it is gone when the test ends. */
  const onItsOwn =
    <Given extends unknown[]>(task: (instances: Instances, ...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      const ends: (() => Promise<unknown>)[] = [];
      try {
        await task(await instances(ends), ...given);
      } finally {
        for (const end of ends.reverse()) await end();
      }
    };

  test.concurrent(
    'those with the same secret run side by side',
    onItsOwn(async ({ join, listed }) => {
      for (const secret of [one, one, one]) await join(secret);
      const marks = (await listed()).map(({ objid }) => objid);
      expect(marks).toHaveLength(3);
      expect(new Set(marks).size).toBe(1);
      expect(marks[0]).not.toBe(0);
    }),
  );

  test.concurrent.each([
    ['one without a secret', null, 'without', null, /this one has no SESSION_SECRET/],
    ['one with a secret', one, 'without', null, /this one has no SESSION_SECRET/],
    ['one without a secret', null, 'with', one, /without SESSION_SECRET runs/],
    ['one with a secret', one, 'with another', another, /with another SESSION_SECRET runs/],
  ] as const)(
    'beside %s, %j, one %s, %j, is refused in one line',
    onItsOwn(async ({ join, listed }, _first, first, _second, second, why) => {
      const leave = await join(first);
      const refused = await join(second).catch((error: Error) => error.message);
      expect(refused).toMatch(why);
      expect(refused).toMatch(/^[^\n]*need the same SESSION_SECRET: set it for each of them\.$/);
      expect(await listed()).toHaveLength(1);
      await leave();
      await join(second);
    }),
  );

  test.concurrent(
    'of many that start at once with secrets of their own, one gets in',
    onItsOwn(async ({ join }) => {
      const starts = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => join(`${one} ${index}`)));
      expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }),
  );

  test.concurrent(
    'one that loses its connection joins again by itself, also after a time without any server',
    onItsOwn(async ({ join, listed, server, name, said }) => {
      await join(one);
      const [before] = await listed();
      await server.query(`alter database ${name} allow_connections false`);
      await server.query('select pg_terminate_backend($1)', [before!.pid]);
      const inVain = async () =>
        (await server.query('select 1 from pg_stat_activity where pid = $1', [before!.pid])).rowCount;
      await settled(inVain, (count) => count === 0);
      expect(await listed()).toEqual([]);
      // Two tries in vain.
      await setTimeout(2_500);
      await server.query(`alter database ${name} allow_connections true`);
      const after = await settled(listed, (rows) => rows.length === 1);
      expect(after.map(({ objid }) => objid)).toEqual([before!.objid]);
      expect(said).toEqual([]);
      await expect(join(another)).rejects.toThrow(/with another SESSION_SECRET runs/);
    }),
  );

  test.concurrent(
    'who comes back and finds another secret in its place says so, and goes on',
    onItsOwn(async ({ join, listed, server, said }) => {
      await join(one);
      const [first] = await listed();
      const [, second] = await Promise.all([
        server.query('select pg_terminate_backend($1)', [first!.pid]),
        join(another),
      ]);
      await settled(
        async () => said.length,
        (lines) => lines > 0,
      );
      expect(said.join()).toContain('An instance with another SESSION_SECRET runs');
      expect(await listed()).toHaveLength(2);
      await second();
    }),
  );

  test.concurrent(
    'after it has left nothing of it comes back',
    onItsOwn(async ({ join, listed }) => {
      const leave = await join(one);
      await leave();
      await setTimeout(1_500);
      expect(await listed()).toEqual([]);
    }),
  );
});

type Instances = Awaited<ReturnType<typeof instances>>;

/** Those that run on a fresh database. `ends` are told what undoes it, in the order in which it was done. */
async function instances(ends: (() => Promise<unknown>)[]) {
  const database = await emptyPostgres();
  ends.push(database.close);
  const server = new pg.Client(testPostgres()!);
  await server.connect();
  ends.push(() => server.end());
  const said: string[] = [];
  const name = new URL(database.url!).pathname.slice(1);
  const ofList = `select pid, objid from pg_locks where locktype = 'advisory' and classid = 4000104
    and database = (select oid from pg_database where datname = $1) order by pid`;
  return {
    name,
    /** From beside: the database itself may be taking no connections. */
    server,
    /** What the instances have logged. */
    said,
    join: async (sessionSecret: string | null) => {
      const log = pino({ level: 'trace' }, { write: (line) => void said.push(line) });
      const leave = await joinInstances(database, { sessionSecret }, log);
      ends.push(leave);
      return leave;
    },
    listed: async () => (await server.query<{ pid: number; objid: number }>(ofList, [name])).rows,
  };
}
