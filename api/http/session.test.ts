import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sessionCalls } from 'shared/api/sessionCalls';
import type { OpenDatabase } from '../db/database.ts';
import { embeddedReads } from '../db/prepareRead.ts';
import { members, sessions } from '../db/schema/members.ts';
import { deriveKey } from '../signing/tokens.ts';
import { testPostgres, testDatabase } from '../testing/testDatabase.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { deleteSession, findSessionMember } from './session.ts';

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

onOneDriver((api) => {
  test('a token that differs from ours in any way gets 401', async () => {
    const genuine = await api().signIn('Team');
    const { httpStatus } = await api().callApi(sessionCalls.userInfo, {}, { token: genuine });
    expect(httpStatus).toBe(200);
    const [head, payload, signature] = genuine.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    const key = deriveKey(api().context.secret, 'session');
    const sign = (alg: string, given: object = claims) =>
      new SignJWT({ ...given }).setProtectedHeader({ alg }).sign(key);
    const withHead = (given: object) => `${part(given)}.${payload}.${signature}`;
    const tokens = [
      await sign('HS384'),
      await sign('HS512'),
      await sign('HS256', {}),
      await sign('HS256', { sid: 'none' }),
      new UnsecuredJWT({ ...claims }).encode(),
      withHead({ alg: 'HS384' }),
      withHead({ alg: 'RS256' }),
      withHead({ alg: 'none' }),
      withHead({ alg: 'nonsense' }),
      withHead({ alg: 1 }),
      withHead({}),
      withHead({ alg: 'HS256', crit: ['exp'], exp: 1 }),
      withHead({ alg: 'HS256', crit: ['b64'], b64: false }),
      withHead({ alg: 'HS256', crit: [] }),
      withHead({ alg: 'HS256', crit: 'x' }),
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${head}..${signature}`,
      `${head}.${payload}.${signature}.${signature}.x`,
      `.${payload}.${signature}`,
      'Bearer x',
      '....',
      '\u00e9',
    ];
    for (const token of tokens) {
      const answer = await api().callApi(sessionCalls.userInfo, {}, { token });
      expect([token, answer.httpStatus]).toEqual([token, 401]);
    }
  });
});

describe('a session', () => {
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
      const expiresAt = new Date(Date.now() + hours * 3_600_000);
      await database.db.insert(sessions).values({ id, memberId, expiresAt });
      return id;
    };
    const find = (sessionId: string) => findSessionMember(database.db, sessionId);

    test('concurrent look-ups each return their own session', async () => {
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

    test('an error rejects each waiting request, and does not affect the next one', async () => {
      const id = await begin(memberIds[2]!);
      const both = await Promise.allSettled([find(id), find('no uuid')]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await find(id)).toMatchObject({ name: 'Tia' });
    });

    test('an ended session is not found', async () => {
      const id = await begin(memberIds[0]!);
      expect(await find(id)).toMatchObject({ name: 'Ada' });
      await deleteSession(database.db, id);
      expect(await find(id)).toBeNull();
    });

    if (driver === 'postgres') return;

    /** Runs `run` while `around` wraps each statement of the embedded database. */
    async function watch(around: (ask: () => Promise<unknown[]>) => Promise<unknown[]>, run: () => Promise<void>) {
      const read = embeddedReads.get(database.db)!;
      embeddedReads.set(database.db, (...statement) => around(() => read(...statement)));
      try {
        await run();
      } finally {
        embeddedReads.set(database.db, read);
      }
    }

    test('concurrent look-ups share one statement', async () => {
      const ids = await Promise.all([0, 1, 2].map((index) => begin(memberIds[index]!)));
      let statements = 0;
      await watch(
        (ask) => {
          statements += 1;
          return ask();
        },
        async () => {
          await Promise.all(ids.map(find));
          expect(statements).toBe(1);
          await find(ids[0]!);
          expect(statements).toBe(2);
        },
      );
    });

    test('after a sign-out every request is refused, even while an earlier look-up runs', async () => {
      const id = await begin(memberIds[0]!);
      const read = Promise.withResolvers<void>();
      const signedOut = Promise.withResolvers<void>();
      let before: Promise<unknown> | undefined;
      // The statement's result is delayed until the session has ended.
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
});
