import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { testPostgres } from '../testing/drivers.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { deleteSession, findSessionMember, insertSession } from './session.ts';

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return test.skip('no PostgreSQL was found', () => {});
  let database: OpenDatabase;
  let memberIds: number[];
  beforeAll(async () => {
    database = await testDatabase(driver);
    const people = ['Ada', 'Max', 'Tia'].map((name) => ({
      name,
      email: `${name}@demo.test`,
      passwordHash: '',
      role: 'Team' as const,
    }));
    memberIds = (await database.db.insert(members).values(people).returning({ id: members.id })).map(({ id }) => id);
  });
  afterAll(() => database.close());

  const begin = async (memberId: number, hours = 1) => {
    const id = randomUUID();
    await insertSession(database.db, { id, memberId, expiresAt: new Date(Date.now() + hours * 3_600_000) });
    return id;
  };
  const find = (sessionId: string) => findSessionMember(database.db, sessionId);

  /** Runs `run` while each statement goes through `around`. */
  async function watch(around: (ask: () => Promise<unknown>) => Promise<unknown>, run: () => Promise<void>) {
    const { session } = database.db as unknown as { session: { client: object } };
    const { client } = session;
    session.client = new Proxy(client, {
      get: (target, key) => {
        const value = Reflect.get(target, key) as (...given: unknown[]) => Promise<unknown>;
        if (key !== 'query') return value;
        return (...given: unknown[]) => around(() => value.apply(target, given));
      },
    });
    try {
      await run();
    } finally {
      session.client = client;
    }
  }

  test('of sessions that are asked for at the same moment, each answer is its own', async () => {
    const ids = await Promise.all([0, 1, 2, 1].map((index) => begin(memberIds[index]!)));
    const over = await begin(memberIds[0]!, -1);
    const found = await Promise.all([...ids, over, randomUUID(), ids[0]!].map(find));
    expect(found.map((member) => member && [member.name, member.sessionId])).toEqual([
      ['Ada', ids[0]],
      ['Max', ids[1]],
      ['Tia', ids[2]],
      ['Max', ids[3]],
      null,
      null,
      ['Ada', ids[0]],
    ]);
  });

  test('who signs out is out for every request that comes after that, whatever is still being asked', async () => {
    const id = await begin(memberIds[0]!);
    const read = Promise.withResolvers<void>();
    const signedOut = Promise.withResolvers<void>();
    let before: Promise<unknown> | undefined;
    // Its answer is on the way, and takes until the session has ended.
    await watch(
      async (ask) => {
        const answer = await ask();
        read.resolve();
        await signedOut.promise;
        return answer;
      },
      async () => {
        before = find(id);
        await read.promise;
      },
    );
    await deleteSession(database.db, id);
    const after = find(id);
    signedOut.resolve();
    expect(await before).toMatchObject({ name: 'Ada' });
    expect(await after).toBeNull();
  });
});
