import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { sessionCalls } from 'shared/api/sessionCalls';
import { failedAttempts, members } from '../db/schema.ts';
import { onBothDrivers } from '../testing/onBothDrivers.ts';
import type { TestApi } from '../testing/startTestApi.ts';

const right = { email: 'team@demo.test', password: 'arrival-desk' };
const wrong = { email: 'team@demo.test', password: 'not-it' };
const wrongText = 'The e-mail or password is not right. Check both, then try again.';

onBothDrivers((api) => {
  const login = (input: { email: string; password: string }, address = '198.51.100.1') =>
    api().callApi(sessionCalls.login, input, { address });
  const fail = async (times: number, input: { email: string; password: string }, address: string) => {
    for (let time = 0; time < times; time++) await login(input, address);
  };
  beforeEach(() => api().desk.database.db.delete(failedAttempts));

  test('the right password signs in, with the e-mail in any case, and the token is a session', async () => {
    const { httpStatus, body } = await login({ ...right, email: ' Team@Demo.test ' });
    expect([httpStatus, body.message]).toEqual([200, 'Signed in successfully']);
    const me = { id: api().memberIds.Team, name: 'Tia Team', type: 'Team' };
    expect(decodeJwt(body.jwtToken)).toMatchObject({ user: me, sid: expect.any(String), exp: expect.any(Number) });
    const { body: info } = await api().callApi(sessionCalls.userInfo, {}, { token: body.jwtToken });
    expect(info.data).toEqual({ ...me, email: 'team@demo.test' });
  });

  test('an unknown e-mail and a wrong password get one and the same answer', async () => {
    const answers = [await login(wrong), await login({ email: 'nobody@demo.test', password: 'arrival-desk' })];
    for (const { httpStatus, body } of answers) {
      expect(httpStatus).toBe(400);
      expect(body).toEqual({ status: 0, message: wrongText, data: null, error: { message: wrongText } });
    }
  });

  test('empty and malformed fields get the texts of the form', async () => {
    const { httpStatus, body } = await login({ email: '', password: '' });
    expect([httpStatus, body.errors]).toEqual([
      400,
      { email: 'Email Address is required', password: 'Password is required' },
    ]);
    expect((await login({ email: 'team', password: 'x' })).body.message).toBe('Invalid email address');
  });

  test('an address has 10 failures a minute, then 429 with Retry-After, the right password too', async () => {
    for (let time = 0; time < 10; time++) {
      expect((await login({ email: `nobody${time}@demo.test`, password: 'x' })).httpStatus).toBe(400);
    }
    const { httpStatus, body, headers } = await login(right);
    expect(httpStatus).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    expect((await login(right, '198.51.100.2')).httpStatus).toBe(200);
  });

  test('attempts sent all at once do not slip past the limit', async () => {
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
    // A wrong one from a fresh address is over the limit, and counts for that address.
    expect((await login(wrong, '198.51.100.6')).httpStatus).toBe(429);
    expect((await login(right, '198.51.100.6')).httpStatus).toBe(429);
  });

  test('successes do not count', async () => {
    await fail(12, right, '198.51.100.7');
    expect((await login(right, '198.51.100.7')).httpStatus).toBe(200);
  });

  test('failures are kept without the e-mail', async () => {
    await login({ email: 'somebody@demo.test', password: 'x' });
    const [kept] = await api().desk.database.db.select().from(failedAttempts);
    expect(JSON.stringify(kept)).not.toContain('somebody');
  });

  test('a token is dead once its member has logged out', async () => {
    const token = await api().signIn('Night Staff');
    expect(await statusOf(api(), token)).toBe(200);
    expect((await api().callApi(sessionCalls.logout, {}, { token })).httpStatus).toBe(200);
    expect(await statusOf(api(), token)).toBe(401);
  });

  test('a demoted member has the new role at the next request, a deleted one none', async () => {
    const token = await api().signIn('Manager');
    const manager = eq(members.id, api().memberIds.Manager);
    const { db } = api().desk.database;
    await db.update(members).set({ role: 'Team' }).where(manager);
    expect((await api().callApi(sessionCalls.userInfo, {}, { token })).body.data.type).toBe('Team');
    await db.update(members).set({ deletedAt: new Date() }).where(manager);
    expect(await statusOf(api(), token)).toBe(401);
    await db.update(members).set({ role: 'Manager', deletedAt: null }).where(manager);
  });

  test('what is not a token of ours is a 401 that says so', async () => {
    for (const token of ['nonsense', 'a.b.c', `Bearer ${await api().signIn('Team')}`]) {
      expect(await statusOf(api(), token)).toBe(401);
    }
  });
});

async function statusOf(api: TestApi, token: string): Promise<number> {
  return (await api.callApi(sessionCalls.userInfo, {}, { token })).httpStatus;
}
