import { count, eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { sessionCalls } from 'shared/api/sessionCalls';
import { failedAttempts, members } from '../db/schema/members.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import type { TestApi } from '../testing/startTestApi.ts';
import { whileAttemptsWait } from '../testing/whileAttemptsWait.ts';
import { hashPassword, maxConcurrentHashes } from './password.ts';

const right = { email: 'team@demo.test', password: 'arrival-desk' };
const wrong = { email: 'team@demo.test', password: 'not-it' };
const wrongText = 'The email or password is incorrect. Check both, then try again.';

onOneDriver((api) => {
  const login = (input: { email: string; password: string }, address = '198.51.100.1', cookie?: string) =>
    api().callApi(sessionCalls.login, input, { address, headers: cookie ? { cookie } : {} });
  const looked = async () => (await api().context.database.db.select({ n: count() }).from(failedAttempts))[0]!.n;
  const fail = async (times: number, input: { email: string; password: string }, address: string) => {
    for (let time = 0; time < times; time++) await login(input, address);
  };
  let lastAddress = 0;
  const newAddress = () => `203.0.${(lastAddress += 1) >> 8}.${lastAddress & 255}`;
  const markOf = async (input: typeof right, cookie?: string) =>
    String((await login(input, newAddress(), cookie)).headers['set-cookie']).split(';')[0]!;
  const lockOutStrangers = async (input: typeof wrong) => {
    for (let n = 0; n < 25; n += 1) await login(input, newAddress());
  };
  /** A new member for each test, because refusals are cached for a while. */
  const newAccount = async () => {
    const { db } = api().context.database;
    const email = `member${lastAddress}@demo.test`;
    const [team] = await db.select().from(members).where(eq(members.email, right.email));
    await db.insert(members).values({ name: email, email, role: 'Team', passwordHash: team!.passwordHash });
    const change = async (password: string) =>
      db
        .update(members)
        .set({ passwordHash: await hashPassword(password) })
        .where(eq(members.email, email));
    newAddress();
    return { right: { ...right, email }, wrong: { ...wrong, email }, change };
  };
  beforeEach(() => api().context.database.db.delete(failedAttempts));

  test('the right password and the email in any case sign in, and the token is a session', async () => {
    const { httpStatus, body } = await login({ ...right, email: ' Team@Demo.test ' });
    expect([httpStatus, body.message]).toEqual([200, 'Signed in successfully']);
    const me = { id: api().memberIds.Team, name: 'Tia Team', type: 'Team' };
    expect(decodeJwt(body.jwtToken)).toMatchObject({ user: me, sid: expect.any(String), exp: expect.any(Number) });
    const { body: info } = await api().callApi(sessionCalls.userInfo, {}, { token: body.jwtToken });
    expect(info.data).toEqual({ ...me, email: 'team@demo.test' });
  });

  test('an unknown email and a wrong password get the same response', async () => {
    const answers = [await login(wrong), await login({ email: 'nobody@demo.test', password: 'arrival-desk' })];
    for (const { httpStatus, body } of answers) {
      expect(httpStatus).toBe(400);
      expect(body).toEqual({ status: 0, message: wrongText, data: null, error: { message: wrongText } });
    }
  });

  test('empty and malformed fields get the error texts of the form', async () => {
    const { httpStatus, body } = await login({ email: '', password: '' });
    expect([httpStatus, body.errors]).toEqual([
      400,
      { email: 'Email Address is required', password: 'Password is required' },
    ]);
    expect((await login({ email: 'team', password: 'x' })).body.message).toBe('Invalid email address');
  });

  test('after 10 failures in a minute an address gets 429 with Retry-After, even for the right password', async () => {
    for (let time = 0; time < 10; time++) {
      expect((await login({ email: `nobody${time}@demo.test`, password: 'x' })).httpStatus).toBe(400);
    }
    const { httpStatus, body, headers } = await login(right);
    expect(httpStatus).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    expect((await login(right, '198.51.100.2')).httpStatus).toBe(200);
  });

  test('concurrent attempts do not bypass the limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, time) => login({ email: `nobody${time}@demo.test`, password: 'x' })),
    );
    expect(answers.map(({ httpStatus }) => httpStatus).filter((status) => status === 400)).toHaveLength(10);
  });

  test('an account has 5 failures in 15 minutes; its owner elsewhere still signs in', async () => {
    await fail(3, wrong, '198.51.100.3');
    await fail(2, wrong, '198.51.100.4');
    expect((await login(right, '198.51.100.3')).httpStatus).toBe(429);
    expect((await login(right, '198.51.100.5')).httpStatus).toBe(200);
    // A wrong password from a new address is over the limit, and counts for that address.
    expect((await login(wrong, '198.51.100.6')).httpStatus).toBe(429);
    expect((await login(right, '198.51.100.6')).httpStatus).toBe(429);
  });

  test('successes do not count', async () => {
    await fail(12, right, '198.51.100.7');
    expect((await login(right, '198.51.100.7')).httpStatus).toBe(200);
  });

  test('failures are stored without the email', async () => {
    await login({ email: 'somebody@demo.test', password: 'x' });
    const [kept] = await api().context.database.db.select().from(failedAttempts);
    expect(JSON.stringify(kept)).not.toContain('somebody');
  });

  test('for an account over its limit, at most 20 more new addresses may try', async () => {
    const { right, wrong } = await newAccount();
    await fail(5, wrong, newAddress());
    for (let n = 0; n < 19; n += 1) expect((await login(wrong, newAddress())).httpStatus).toBe(429);
    expect((await login(right, newAddress())).httpStatus).toBe(200);
    expect((await login(wrong, newAddress())).httpStatus).toBe(429);
    const { httpStatus, headers } = await login(right, newAddress());
    expect(httpStatus).toBe(429);
    // The wait ends when the first of the 25 failures is 15 minutes old.
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(await looked()).toBe(25);
  });

  test('concurrent guesses from new addresses do not bypass that limit', async () => {
    const { wrong } = await newAccount();
    for (let burst = 0; burst < 4; burst += 1) {
      await Promise.all(Array.from({ length: 20 }, () => login(wrong, newAddress())));
    }
    expect(await looked()).toBe(25);
  });

  test('addresses of an IPv6 /64 count as one, and an IPv4 address mapped to IPv6 as itself', async () => {
    for (let n = 0; n < 10; n += 1) await login({ ...wrong, email: `nobody${n}@demo.test` }, `2001:db8:7:7::${n + 1}`);
    expect((await login(right, '2001:db8:7:7:ffff::1')).httpStatus).toBe(429);
    expect((await login(right, '2001:db8:7:8::1')).httpStatus).toBe(200);
    for (let n = 0; n < 10; n += 1) await login({ ...wrong, email: `nobody${n}@demo.test` }, '198.51.100.30');
    expect((await login(right, '::ffff:198.51.100.30')).httpStatus).toBe(429);
  });

  describe('a browser that signed in before', () => {
    test('signs in to its account despite attacks, from any address', async () => {
      const { right, wrong } = await newAccount();
      const mark = await markOf(right);
      await lockOutStrangers(wrong);
      expect((await login(right, newAddress())).httpStatus).toBe(429);
      expect((await login(right, newAddress(), mark)).httpStatus).toBe(200);
      const busy = newAddress();
      for (let n = 0; n < 10; n += 1) await login({ ...wrong, email: `nobody${n}@demo.test` }, busy);
      expect((await login(right, busy)).httpStatus).toBe(429);
      expect((await login(right, busy, mark)).httpStatus).toBe(200);
    });

    test('has its own five failures, which do not count as those of strangers', async () => {
      const { right, wrong } = await newAccount();
      const [mark, other] = [await markOf(right), await markOf(right)];
      for (let n = 0; n < 5; n += 1) expect((await login(wrong, newAddress(), mark)).httpStatus).toBe(400);
      expect((await login(right, newAddress(), mark)).httpStatus).toBe(429);
      expect((await login(right, newAddress(), other)).httpStatus).toBe(200);
      const stranger = newAddress();
      for (let n = 0; n < 5; n += 1) expect((await login(wrong, stranger)).httpStatus).toBe(400);
    });

    test('may be shared by several members, and gets the same responses as any other', async () => {
      const [one, other] = [await newAccount(), await newAccount()];
      const mark = await markOf(other.right, await markOf(one.right));
      await lockOutStrangers(one.wrong);
      expect((await login(one.right, newAddress(), mark)).httpStatus).toBe(200);
      for (const input of [other.wrong, { ...wrong, email: 'nobody@demo.test' }]) {
        const { httpStatus, body, headers } = await login(input, newAddress(), mark);
        expect({ httpStatus, body, cookie: headers['set-cookie'] }).toEqual({
          httpStatus: 400,
          body: { status: 0, message: wrongText, data: null, error: { message: wrongText } },
        });
      }
    });

    test('is unknown to other accounts, after a new password, and with a forged cookie', async () => {
      const { right, wrong, change } = await newAccount();
      const [mark, ofOther] = [await markOf(right), await markOf((await newAccount()).right)];
      await lockOutStrangers(wrong);
      const forged = mark.replace(/.{3}$/, mark.endsWith('AAA') ? 'BBB' : 'AAA');
      for (const cookie of [ofOther, forged, 'known-device=nonsense', 'known-device=', `x=y; ${ofOther}`]) {
        expect((await login(right, newAddress(), cookie)).httpStatus).toBe(429);
      }
      expect((await login(right, newAddress(), `x=y; ${mark}`)).httpStatus).toBe(200);
      await change('another-one');
      expect((await login({ ...right, password: 'another-one' }, newAddress(), mark)).httpStatus).toBe(429);
    });

    test('has a cookie that scripts cannot read, that only signing in gets, and that names nobody', async () => {
      const { headers } = await login(right, newAddress());
      const [pair, ...attributes] = String(headers['set-cookie']).split('; ');
      expect(attributes.toSorted()).toEqual([
        'HttpOnly',
        `Max-Age=${180 * 86_400}`,
        'Path=/api/admin/admin-login',
        'SameSite=Strict',
      ]);
      const token = pair!.split('=')[1]!;
      expect(decodeJwt(token)).toEqual({
        jti: expect.any(String),
        exp: expect.any(Number),
        members: [[api().memberIds.Team, expect.stringMatching(/^[\w-]{16}$/)]],
      });
      // The cookie's token does not work as a session.
      expect(await statusOf(api(), token)).toBe(401);
    });
  });

  test('of very many concurrent attempts of one address, few run and the others get a retry time', async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => login({ email: `nobody${n}@demo.test`, password: 'x' }, address)),
    );
    const statuses = answers.map(({ httpStatus }) => httpStatus);
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(400), ...Array<number>(290).fill(429)]);
    for (const { httpStatus, headers } of answers) {
      if (httpStatus === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await looked()).toBe(10);
  });

  test('of very many addresses at once, few may try, and a known browser goes first', async () => {
    const mark = await markOf(right);
    const order: string[] = [];
    const lookedAt = 20 + maxConcurrentHashes;
    const answers = await whileAttemptsWait(api().context.database.db, lookedAt + 1, () => [
      ...Array.from({ length: 300 }, async (_, n) => {
        const answer = await login({ email: `nobody${n}@demo.test`, password: 'x' }, newAddress());
        if (answer.httpStatus === 400) order.push('stranger');
        return answer;
      }),
      login(right, newAddress(), mark).then((answer) => {
        order.push('known');
        return answer;
      }),
    ]);
    expect(answers.pop()!.httpStatus).toBe(200);
    const statuses = answers.map(({ httpStatus }) => httpStatus);
    expect(statuses.toSorted()).toEqual([
      ...Array<number>(lookedAt).fill(400),
      ...Array<number>(300 - lookedAt).fill(429),
    ]);
    expect(order.indexOf('known')).toBeLessThan(lookedAt - 1);
  });

  test('an address that is refused repeatedly no longer reaches the database', async () => {
    const address = newAddress();
    for (let n = 0; n < 16; n += 1) await login({ email: `nobody${n}@demo.test`, password: 'x' }, address);
    const asked = vi.spyOn(api().context.database.db, 'execute');
    const { httpStatus, headers } = await login(right, address);
    expect([httpStatus, asked.mock.calls.length]).toEqual([429, 0]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(30);
    await login(right, newAddress());
    expect(asked).toHaveBeenCalled();
    asked.mockRestore();
  });

  test('failures count for all instances', async () => {
    const address = newAddress();
    const failures = Array.from({ length: 10 }, () => ({ scope: 'signIn' as const, address, subject: 'x' }));
    await api().context.database.db.insert(failedAttempts).values(failures);
    expect((await login(right, address)).httpStatus).toBe(429);
    await api()
      .context.database.db.update(failedAttempts)
      .set({ at: sql`now() - interval '61 seconds'` });
    expect((await login(right, address)).httpStatus).toBe(200);
  });

  test('a token is invalid once its member has logged out', async () => {
    const token = await api().signIn('Night Staff');
    expect(await statusOf(api(), token)).toBe(200);
    expect((await api().callApi(sessionCalls.logout, {}, { token })).httpStatus).toBe(200);
    expect(await statusOf(api(), token)).toBe(401);
  });

  test('a demoted member has the new role at the next request, and a deleted member’s session ends', async () => {
    const token = await api().signIn('Manager');
    const manager = eq(members.id, api().memberIds.Manager);
    const { db } = api().context.database;
    await db.update(members).set({ role: 'Team' }).where(manager);
    expect((await api().callApi(sessionCalls.userInfo, {}, { token })).body.data.type).toBe('Team');
    await db.update(members).set({ deletedAt: new Date() }).where(manager);
    expect(await statusOf(api(), token)).toBe(401);
    await db.update(members).set({ role: 'Manager', deletedAt: null }).where(manager);
  });

  test('a forged token gets a 401 that says so', async () => {
    for (const token of ['nonsense', 'a.b.c', `Bearer ${await api().signIn('Team')}`]) {
      expect(await statusOf(api(), token)).toBe(401);
    }
  });
});

async function statusOf(api: TestApi, token: string): Promise<number> {
  return (await api.callApi(sessionCalls.userInfo, {}, { token })).httpStatus;
}
