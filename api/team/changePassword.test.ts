import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { sessionCalls, wrongPassword } from 'shared/api/sessionCalls';
import type { Role } from 'shared/rules/permissions';
import { idempotencyKeys, members, sessions } from '../db/schema/members.ts';
import { mails } from '../db/schema/mails.ts';
import { beginSession } from '../http/session.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { hashNewPassword, hashPassword } from './password.ts';

const first = 'arrival-desk';

onOneDriver((api, driver) => {
  const db = () => api().context.database.db;
  let people = 0;
  /** A new member for each test, with sessions in two browsers. */
  const newMember = async (role: Role = 'Team') => {
    const name = `Somebody ${(people += 1)}`;
    const email = `somebody${people}@demo.test`;
    const passwordHash = await hashPassword(first);
    const [row] = await db().insert(members).values({ name, email, role, passwordHash }).returning();
    const begin = () => beginSession(db(), api().context.secret, { id: row!.id, name, type: role });
    return { id: row!.id, email, here: await begin(), elsewhere: await begin(), begin };
  };
  const change = (token: string, newPassword: string, idempotencyKey?: string) =>
    api().callApi(sessionCalls.changePassword, { newPassword }, { token, idempotencyKey });
  const changeBy = async (token: string, oldPassword: string) => {
    const input = { newPassword: 'another one', ...(oldPassword && { oldPassword }) };
    const { httpStatus, body } = await api().callApi(sessionCalls.changePassword, input, { token });
    return [httpStatus, body.errors?.oldPassword ?? body.message];
  };
  /** Makes the member's sessions `minutes` old. */
  const waitMinutes = (memberId: number, minutes: number) =>
    db()
      .update(sessions)
      .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
      .where(eq(sessions.memberId, memberId));
  const mailsTo = (memberId: number) => db().select().from(mails).where(eq(mails.memberId, memberId));

  const statusOf = async (token: string) => (await api().callApi(sessionCalls.userInfo, {}, { token })).httpStatus;
  const login = async (email: string, password: string) =>
    (await api().callApi(sessionCalls.login, { email, password })).httpStatus;
  const hashOf = async (id: number) => (await db().select().from(members).where(eq(members.id, id)))[0]!.passwordHash;

  test('the new password works, the old one does not, and every session has ended', async () => {
    const { email, here, elsewhere } = await newMember();
    const other = await newMember();
    const { httpStatus, body } = await change(here, 'another one', 'one click');
    expect([httpStatus, body.message]).toEqual([200, 'Your password has been changed. Please sign in again.']);
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect(await statusOf(other.here)).toBe(200);
    expect(await login(email, first)).toBe(400);
    expect(await login(email, 'another one')).toBe(200);
  });

  test('five minutes after signing in, the current password is required', async () => {
    const { id, email, here } = await newMember();
    await waitMinutes(id, 6);
    expect(await changeBy(here, '')).toEqual([400, 'Please enter your current password.']);
    expect(await changeBy(here, 'not this one')).toEqual([400, wrongPassword]);
    expect(await statusOf(here)).toBe(200);
    expect(await login(email, first)).toBe(200);
    expect(await changeBy(here, first)).toEqual([200, 'Your password has been changed. Please sign in again.']);
    expect(await login(email, 'another one')).toBe(200);
  });

  test('a wrong current password is refused even right after signing in', async () => {
    const { here } = await newMember();
    expect(await changeBy(here, 'not this one')).toEqual([400, wrongPassword]);
  });

  test('a session cannot guess the current password', async () => {
    const { id, here } = await newMember();
    await waitMinutes(id, 6);
    for (let n = 0; n < 5; n += 1) expect((await changeBy(here, `guess ${n}`))[0]).toBe(400);
    expect((await changeBy(here, first))[0]).toBe(429);
  });

  test('the member gets a mail that the password has changed', async () => {
    const { id, email, here } = await newMember();
    await change(here, 'another one');
    const [mail, ...others] = await pollUntil(
      () => mailsTo(id),
      ([one]) => one?.state === 'sent',
    );
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'passwordChanged', recipient: email, askedBy: id, state: 'sent' });
    const letter = await readFile(path.join(api().context.settings.dataDir, 'outbox', `team-${mail!.id}.eml`), 'utf8');
    expect(letter).toContain('Subject: Your Arrival Desk password has changed');
    expect(letter).toContain('You changed');
  });

  test.each([
    ['nothing', '', 'Please enter your New Password.'],
    ['a short password', 'short', 'New Password must be at least 6 characters.'],
    ['a very long password', 'x'.repeat(129), 'New Password must be at most 128 characters.'],
  ])('%s is refused with its error text, and nothing is changed', async (_what, newPassword, text) => {
    const { email, here } = await newMember();
    const { httpStatus, body } = await change(here, newPassword);
    expect([httpStatus, body.message, body.errors]).toEqual([400, text, { newPassword: text }]);
    expect(await statusOf(here)).toBe(200);
    expect(await login(email, first)).toBe(200);
  });

  test.each([
    ['only spaces', '      '],
    ['spaces around it', ' päss wörd '],
    ['emoji', '\u{1F6EB}'.repeat(64)],
    ['the maximum length', 'x'.repeat(128)],
  ])('is stored as typed: %s', async (_what, newPassword) => {
    const { email, here } = await newMember();
    expect((await change(here, newPassword)).httpStatus).toBe(200);
    expect(await login(email, newPassword)).toBe(200);
    expect(await login(email, `${newPassword} `)).toBe(400);
  });

  test('Night Staff may not, and keep their session', async () => {
    const { email, here } = await newMember('Night Staff');
    const { httpStatus, body } = await change(here, 'another one');
    expect([httpStatus, body.message]).toEqual([403, 'Only Admin, Manager, Team and Telecaller can do this.']);
    expect(await statusOf(here)).toBe(200);
    expect(await login(email, first)).toBe(200);
  });

  test('if two browsers change it at once, one succeeds and the other is signed out', async () => {
    const { email, here, elsewhere } = await newMember();
    const answers = await Promise.all([change(here, 'from here'), change(elsewhere, 'from elsewhere')]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 401]);
    const done = answers[0].httpStatus === 200 ? 'from here' : 'from elsewhere';
    expect(await login(email, done)).toBe(200);
    expect(await login(email, done === 'from here' ? 'from elsewhere' : 'from here')).toBe(400);
  });

  /** Keeps sessions from beginning or ending while `task` runs. */
  const whileSessionsAreLocked = <T>(task: () => Promise<T>): Promise<T> =>
    db().transaction(async (tx) => {
      await tx.execute(sql`lock table sessions in share row exclusive mode`);
      return task();
    });

  // The embedded database runs one transaction at a time.
  if (driver === 'postgres') {
    test('a sign-in in progress with the old password does not outlive the change', async () => {
      const { id, email, here } = await newMember();
      const waiting = async (n: number) => {
        const count = async () =>
          (
            await db().execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
          ).rows.length;
        expect(await pollUntil(count, (found) => found >= n)).toBe(n);
      };
      const { changing, signingIn } = await whileSessionsAreLocked(async () => {
        // The change waits to end all sessions. The sign-in passes its password check, then waits for the change.
        const changing = change(here, 'another one');
        await waiting(1);
        const signingIn = login(email, first);
        await waiting(2);
        return { changing, signingIn };
      });
      expect((await changing).httpStatus).toBe(200);
      expect(await signingIn).toBe(400);
      expect(await db().$count(sessions, eq(sessions.memberId, id))).toBe(0);
    });

    test.each([
      ['name', { name: 'Somebody Renamed' }],
      ['role', { role: 'Telecaller' as const }],
    ])(
      'a sign-in that is in progress while the %s changes gets a token that has the new value',
      async (_what, changed) => {
        const { id, email } = await newMember();
        const signingIn = await db().transaction(async (tx) => {
          await tx.update(members).set(changed).where(eq(members.id, id));
          const begun = api().callApi(sessionCalls.login, { email, password: first });
          const waiting = async () =>
            (
              await db().execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
            ).rows.length;
          expect(await pollUntil(waiting, (found) => found >= 1)).toBe(1);
          return { begun };
        });
        const { httpStatus, body } = await signingIn.begun;
        const [now] = await db().select().from(members).where(eq(members.id, id));
        const user = { id, name: now!.name, type: now!.role };
        expect([httpStatus, body.data]).toEqual([200, { ...user, email }]);
        expect(decodeJwt(body.jwtToken)).toMatchObject({ user });
      },
    );
  }

  test('waiting for hashes of new passwords holds no connection, so other calls are answered', async () => {
    const many = await db()
      .insert(members)
      .values(
        Array.from({ length: 24 }, (_, n) => ({
          name: `Many ${n}`,
          email: `many${n}@demo.test`,
          role: 'Team' as const,
        })),
      )
      .returning();
    const tokens = await Promise.all(
      many.map(({ id, name }) => beginSession(db(), api().context.secret, { id, name, type: 'Team' })),
    );
    const admin = await api().signIn('Admin');
    const others = Array.from({ length: 26 }, () => hashNewPassword('somebody else'));
    let changed = 0;
    const changes = tokens.map(async (token, n) => {
      const { httpStatus } = await change(token, 'another one', `burst ${n}`);
      changed += 1;
      return httpStatus;
    });
    await setTimeout(200);
    const changedMeanwhile = async () => {
      const before = changed;
      expect(await statusOf(admin)).toBe(200);
      return changed - before;
    };
    // The faster of two tries, because a busy machine may delay one.
    expect(Math.min(await changedMeanwhile(), await changedMeanwhile())).toBeLessThan(4);
    await Promise.all(others);
    expect(await Promise.all(changes)).toEqual(Array(24).fill(200));
  });

  test('if too many new passwords wait, a change is refused with a retry time', async () => {
    const { email, here } = await newMember();
    let isAnswered = false;
    // Each caller queues again as soon as it is served, so that the queue stays full.
    const others = Array.from({ length: 60 }, async () => {
      while (!isAnswered) await hashNewPassword('somebody else').catch(() => setImmediate());
    });
    const { httpStatus, headers, body } = await change(here, 'another one', 'one too many');
    isAnswered = true;
    expect([httpStatus, headers['retry-after'], body.message]).toEqual([
      503,
      '5',
      'Too many passwords are being set. Try again in 5 seconds.',
    ]);
    await Promise.all(others);
    expect(await login(email, first)).toBe(200);
    expect((await change(here, 'another one', 'one too many')).httpStatus).toBe(200);
  });

  test('nothing that is stored about the call lets anybody guess the password', async () => {
    const { id, here } = await newMember();
    await change(here, 'another one', 'kept key');
    const rows = await pollUntil(
      () => db().select().from(idempotencyKeys).where(eq(idempotencyKeys.memberId, id)),
      (found) => found.length > 0,
    );
    expect(rows).toHaveLength(1);
    const input = JSON.stringify(['POST /admin/change-password', {}, { newPassword: 'another one' }, {}]);
    const bare = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(input));
    expect(rows[0]!.requestDigest).not.toBe(Buffer.from(bare).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain('another one');
    expect(await hashOf(id)).toMatch(/^\$argon2id\$/);
  });
});
