import { eq, isNull, sql } from 'drizzle-orm';
import pino from 'pino';
import { mailCalls } from 'shared/api/mailCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { teamCalls } from 'shared/api/teamCalls';
import { failedAttempts } from '../db/schema/members.ts';
import { mails, passwordLinks } from '../db/schema/mails.ts';
import { mailedLink } from '../testing/mail/mailedLink.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';

const dead = 'This link has expired or was replaced by a newer one. Ask for a new link.';
const used = 'This link has already been used. Sign in with the password you chose, or ask for a new link.';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  let sent = 0;
  let last = 0;
  /** Also waits until the mail is marked as sent, because while one link is queued, no other is queued. */
  const nextLink = async () => {
    const link = await mailedLink(api().context.settings.dataDir, (sent += 1));
    await pollUntil(
      () => db().$count(mails, isNull(mails.sentAt)),
      (unsent) => unsent === 0,
    );
    return link;
  };
  const invite = async (idempotencyKey?: string) => {
    last += 1;
    const given = { name: `Newcomer ${last}`, email: `new${last}@demo.test`, type: 'Team' as const };
    const { body } = await api().callApi(
      teamCalls.addMember,
      { ...given, sendLink: 'Y' },
      { as: 'Manager', idempotencyKey },
    );
    return { ...given, id: body.data.id, message: body.message, ...(await nextLink()) };
  };
  const choose = (token: string, password = 'chosen by me', address = '198.51.100.1') =>
    api().callApi(teamCalls.choosePassword, { token, password }, { address });
  const check = (token: string) => api().callApi(teamCalls.checkPasswordLink, { token }, { address: '198.51.100.3' });
  const signIn = async (email: string, password: string) =>
    (await api().callApi(sessionCalls.login, { email, password }, { address: '198.51.100.99' })).httpStatus;
  const stateOf = async (id: number) =>
    (await api().callApi(teamCalls.teamMember, { id: String(id) }, { as: 'Admin' })).body.data;
  const resend = ({ id, name, email, type }: Awaited<ReturnType<typeof invite>>, changed: object = {}) =>
    api().callApi(teamCalls.updateMember, { name, email, type, tmId: id, ...changed }, { as: 'Admin' });
  beforeEach(() => db().delete(failedAttempts));

  test('a member added without a password gets a mail, chooses one by its link, and signs in', async () => {
    const member = await invite();
    expect(member.message).toBe(`${member.name} was added. We’ll email a password link to ${member.email}.`);
    expect(member.mail).toContain('Subject: Set up your Arrival Desk account');
    expect(member.mail).toContain('Your role in Arrival Desk is Team. Max Manager has sent you this link');
    expect(member.mail).toContain('Reply-To: manager@demo.test');
    expect(member.mail).toContain(`${api().context.settings.staffUrl}/choose-password#${member.token}`);
    const seen = () => stateOf(member.id);
    const waiting = await pollUntil(seen, ({ link }) => link?.reason !== null);
    expect(waiting).toMatchObject({ has_password: false, link: { state: 'sent', expires_at: expect.any(String) } });
    const hours = (Date.parse(waiting.link!.expires_at!) - Date.now()) / 3_600_000;
    expect([hours > 23.9, hours <= 24]).toEqual([true, true]);
    expect(await signIn(member.email, '')).toBe(400);
    expect((await check(member.token)).httpStatus).toBe(200);
    const { httpStatus, body } = await choose(member.token);
    expect([httpStatus, body.message, body.data]).toEqual([
      200,
      'Your password is set. Sign in with it.',
      { id: member.id, email: member.email },
    ]);
    expect(await signIn(member.email, 'chosen by me')).toBe(200);
    expect(await seen()).toMatchObject({ has_password: true, link: null });
  });

  test('a link works once, even if used twice at the same time', async () => {
    const { token, email } = await invite();
    const answers = await Promise.all([choose(token, 'the first'), choose(token, 'the other', '198.51.100.2')]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 404]);
    const again = await choose(token, 'once more');
    expect([again.httpStatus, again.body.message]).toEqual([404, used]);
    const checked = await check(token);
    expect([checked.httpStatus, checked.body.message]).toEqual([404, used]);
    expect(await signIn(email, 'once more')).toBe(400);
  });

  test('a link expires after a day, and a new one can be sent', async () => {
    const member = await invite();
    await db()
      .update(passwordLinks)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(passwordLinks.memberId, member.id));
    const { httpStatus, body } = await choose(member.token);
    expect([httpStatus, body.message]).toEqual([404, dead]);
    expect((await stateOf(member.id)).link?.state).toBe('expired');
    expect((await resend(member, { sendLink: 'Y' })).body.message).toContain(
      `We’ll email a password link to ${member.email}.`,
    );
    const { token } = await nextLink();
    expect((await choose(token)).httpStatus).toBe(200);
  });

  test('a newer link, another address, a set password, a promotion and a deletion each end the link', async () => {
    const ends: ((member: Awaited<ReturnType<typeof invite>>) => Promise<unknown>)[] = [
      async (member) => {
        await resend(member, { sendLink: 'Y' });
        await nextLink();
      },
      (member) => resend(member, { email: `other${member.email}` }),
      (member) => resend(member, { password: 'set by Admin' }),
      async (member) => {
        await resend(member, { type: 'Manager' });
        await nextLink();
      },
      ({ id }) => api().callApi(teamCalls.deleteMember, { teamMemberId: id }, { as: 'Admin' }),
    ];
    for (const end of ends) {
      const member = await invite();
      await end(member);
      expect((await choose(member.token)).httpStatus).toBe(404);
    }
  });

  test('the member’s own change of password ends the link', async () => {
    const member = await invite();
    await choose(member.token, 'the old one');
    await resend(member, { sendLink: 'Y' });
    const { token } = await nextLink();
    const { body } = await api().callApi(sessionCalls.login, { email: member.email, password: 'the old one' });
    const changed = { newPassword: 'the new one' };
    expect((await api().callApi(sessionCalls.changePassword, changed, { token: body.jwtToken })).httpStatus).toBe(200);
    expect((await choose(token)).httpStatus).toBe(404);
  });

  test('another name or role does not affect the link', async () => {
    const member = await invite();
    await resend(member, { name: `${member.name} jr`, type: 'Telecaller' });
    expect((await choose(member.token)).httpStatus).toBe(200);
  });

  test('the old password works until the new one is chosen, and then all sessions end', async () => {
    const member = await invite();
    await choose(member.token, 'the old one');
    const { body } = await api().callApi(sessionCalls.login, { email: member.email, password: 'the old one' });
    await resend(member, { sendLink: 'Y' });
    const { mail, token } = await nextLink();
    expect(mail).toContain('Subject: Choose a new password for Arrival Desk');
    expect((await api().callApi(sessionCalls.userInfo, {}, { token: body.jwtToken })).httpStatus).toBe(200);
    await choose(token, 'the new one');
    expect((await api().callApi(sessionCalls.userInfo, {}, { token: body.jwtToken })).httpStatus).toBe(401);
    expect(await signIn(member.email, 'the old one')).toBe(400);
    expect(await signIn(member.email, 'the new one')).toBe(200);
  });

  const logged = async (task: () => Promise<unknown>): Promise<string> => {
    const { log } = api().context;
    const stream = (log as unknown as Record<symbol, { write: (line: string) => unknown }>)[pino.symbols.streamSym]!;
    const lines: string[] = [];
    const write = vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(line));
    const { level } = log;
    log.level = 'trace';
    try {
      await task();
    } finally {
      log.level = level;
      write.mockRestore();
    }
    return lines.join('');
  };

  test('the token is nowhere but in the mail', async () => {
    let token = '';
    const lines = await logged(async () => {
      const member = await invite('an invitation');
      token = member.token;
      api().context.log.info('the log is heard');
      await choose(`${token.slice(0, -1)}!`);
      const [{ idempotency, jobs }] = await keptNow();
      expect([idempotency.includes(member.name), jobs.length > 2]).toEqual([true, true]);
      expect(JSON.stringify([idempotency, jobs])).not.toContain(token);
      await choose(token);
    });
    expect(lines).toContain('the log is heard');
    expect(JSON.stringify([lines, await keptNow()])).not.toContain(token);
  });

  /** Stored responses and jobs, as text. */
  const keptNow = async () =>
    (
      await db().execute(sql`
        select (select json_agg(k)::text from idempotency_keys k) as idempotency,
          (select json_agg(j)::text from pgboss.job j) as jobs`)
    ).rows as [{ idempotency: string; jobs: string }];

  test('the database stores only a digest of the token', async () => {
    const { token, id } = await invite();
    const [link] = await db().select().from(passwordLinks).where(eq(passwordLinks.memberId, id));
    const [mail] = await db().select().from(mails).where(eq(mails.memberId, id));
    expect(link!.tokenDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify([link, mail])).not.toContain(token);
  });

  test('while a link’s mail waits, no other is queued for the same address', async () => {
    const member = await invite();
    await pollUntil(
      () => stateOf(member.id),
      ({ link }) => link?.reason !== null,
    );
    await db().update(mails).set({ state: 'queued' }).where(eq(mails.memberId, member.id));
    const mailCount = () => db().$count(mails, eq(mails.memberId, member.id));
    for (const email of [member.email, member.email.toUpperCase(), member.email]) {
      const { body } = await resend(member, { email, sendLink: 'Y' });
      expect(body.message).toBe(`Changes to ${member.name} saved. We’ll email a password link to ${email}.`);
    }
    expect(await mailCount()).toBe(1);
    const email = `other${member.email}`;
    await resend(member, { email, sendLink: 'Y' });
    expect(await mailCount()).toBe(2);
    expect((await nextLink()).mail).toContain(`To: ${email}`);
    expect((await choose(member.token)).httpStatus).toBe(404);
  });

  test('the mail can be neither cancelled nor sent early', async () => {
    const { id } = await invite();
    const [mail] = await db().select().from(mails).where(eq(mails.memberId, id));
    for (const call of [mailCalls.cancel, mailCalls.sendNow]) {
      const { httpStatus, body } = await api().callApi(call, { mailId: mail!.id }, { as: 'Team' });
      expect([httpStatus, body.message]).toEqual([404, 'Email not found.']);
    }
  });

  test('a dead link may be tried five times in 15 minutes', async () => {
    for (let time = 0; time < 5; time++) expect((await choose('wrong')).httpStatus).toBe(404);
    expect((await choose('wrong')).httpStatus).toBe(429);
    expect((await choose('another')).httpStatus).toBe(404);
  });

  test('shows the texts of the form', async () => {
    const texts = async (password: string) => (await choose('x'.repeat(43), password)).body.errors;
    expect(await texts('')).toEqual({ password: 'Please enter your password.' });
    expect(await texts('five5')).toEqual({ password: 'Password must be at least 6 characters.' });
    const { httpStatus, body } = await api().callApi(teamCalls.choosePassword, { token: '', password: 'long enough' });
    expect([httpStatus, body.message]).toEqual([400, 'This link is incomplete.']);
  });

  test('an address may try 10 dead links a minute, then 429 even for a valid one, which works elsewhere', async () => {
    const { token } = await invite();
    const address = '198.51.100.7';
    for (let time = 0; time < 10; time++)
      expect((await choose(`wrong${time}`, 'long enough', address)).httpStatus).toBe(404);
    const refused = await choose(token, 'long enough', address);
    expect(refused.httpStatus).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    expect((await choose(token, 'long enough', '198.51.100.8')).httpStatus).toBe(200);
    expect(JSON.stringify(await db().select().from(failedAttempts))).not.toContain('wrong1');
  });

  test('a refused mail is shown with its reason', async () => {
    const member = await invite();
    await pollUntil(
      () => stateOf(member.id),
      ({ link }) => link?.reason !== null,
    );
    await db()
      .update(mails)
      .set({ state: 'bounced', reason: 'There is no such mailbox.' })
      .where(eq(mails.memberId, member.id));
    expect((await stateOf(member.id)).link).toMatchObject({ state: 'failed', reason: 'There is no such mailbox.' });
  });
});
