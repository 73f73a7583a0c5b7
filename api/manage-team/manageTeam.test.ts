import { eq, sql } from 'drizzle-orm';
import { sessionCalls } from 'shared/api/sessionCalls';
import { teamCalls } from 'shared/api/teamCalls';
import { roles, type Role } from 'shared/rules/permissions';
import { advisoryLocks } from '../db/database.ts';
import { idempotencyKeys, members } from '../db/schema/members.ts';
import { mails } from '../db/schema/mails.ts';
import { beginSession } from '../http/session.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';

onOneDriver((api, driver) => {
  const db = () => api().context.database.db;
  let last = 0;
  const person = (type: Role = 'Team') => {
    last += 1;
    return { name: `Member ${last}`, email: `member${last}@demo.test`, password: 'long enough', type };
  };
  type Person = Partial<ReturnType<typeof person>> & { sendLink?: 'Y' | '' };
  const add = (given: Person, as: Role = 'Admin') => api().callApi(teamCalls.addMember, given, { as });
  const added = async (type: Role = 'Team') => {
    const given = person(type);
    return { ...given, id: (await add(given)).body.data.id };
  };
  const update = (given: Person & { tmId: number }, as: Role = 'Admin') =>
    api().callApi(teamCalls.updateMember, given, { as });
  const remove = (teamMemberId: number, as: Role = 'Admin') =>
    api().callApi(teamCalls.deleteMember, { teamMemberId }, { as });
  const info = async (id: number) => api().callApi(teamCalls.teamMember, { id: String(id) }, { as: 'Team' });
  const session = ({ id, name, type }: { id: number; name: string; type: Role }) =>
    beginSession(db(), api().context.secret, { id, name, type });
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    (await api().callApi(sessionCalls.login, { email, password })).httpStatus;
  const stillIn = async (token: string) => (await api().callApi(sessionCalls.userInfo, {}, { token })).httpStatus;

  test('members are listed by role and name, with their number of unfinished orders', async () => {
    await addOrder(api(), { assignedTo: api().memberIds.Team, processStatus: 'Awaiting' });
    await addOrder(api(), { assignedTo: api().memberIds.Team, processStatus: 'Completed' });
    const { body } = await api().callApi(teamCalls.team, {}, { as: 'Telecaller' });
    expect(body.data.map(({ name, type, unfinished_orders }) => [name, type, unfinished_orders])).toEqual([
      ['Ada Admin', 'Admin', 0],
      ['Max Manager', 'Manager', 0],
      ['Tia Team', 'Team', 1],
      ['Theo Telecaller', 'Telecaller', 0],
      ['Nia Night', 'Night Staff', 0],
    ]);
    expect(body.data[0]).toMatchObject({ email: 'admin@demo.test', has_password: true, link: null });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test.each<Role>(['Admin', 'Manager', 'Team', 'Telecaller'])('%s is answered the list of roles', async (as) => {
    expect((await api().callApi(teamCalls.teamRoles, {}, { as })).body.data).toEqual([...roles]);
  });

  test('a new member signs in with the given password', async () => {
    const given = person();
    const { httpStatus, body } = await add(given);
    expect([httpStatus, body.message]).toEqual([200, `${given.name} was added.`]);
    expect(await signIn(given)).toBe(200);
    expect((await info(body.data.id)).body.data).toMatchObject({ name: given.name, type: 'Team', has_password: true });
  });

  test.each<[Record<string, unknown>, Record<string, string>]>([
    [
      { name: ' ', email: '', password: '', type: '' },
      {
        name: 'Please enter your name.',
        email: 'Please enter your email.',
        password: 'Please enter your password.',
        type: 'Please select type.',
      },
    ],
    [{ email: 'nobody' }, { email: 'Please enter your email.' }],
    [{ type: 'Boss' }, { type: 'Please select type.' }],
    [{ type: undefined }, { type: 'Please select type.' }],
    [{ password: 'five5' }, { password: 'Password must be at least 6 characters.' }],
    [{ password: 'five5', sendLink: 'Y' }, { password: 'Password must be at least 6 characters.' }],
    [{ password: 'x'.repeat(129) }, { password: 'Password must be at most 128 characters.' }],
    [{ name: 'Ada\nAdmin' }, { name: 'Must be one line of visible text' }],
  ])('adding with %j is refused under the field', async (wrong, errors) => {
    const { httpStatus, body } = await add({ ...person(), ...wrong } as Person);
    expect([httpStatus, body.errors]).toEqual([400, errors]);
  });

  test('editing with an empty password keeps the current one, and a short one is refused', async () => {
    const before = await added();
    const { httpStatus } = await update({ ...before, tmId: before.id, id: undefined, password: '' } as never);
    expect(httpStatus).toBe(200);
    expect(await signIn(before)).toBe(200);
    const short = await update({ ...person(), password: 'five5', tmId: before.id });
    expect([short.httpStatus, short.body.errors]).toEqual([
      400,
      { password: 'Password must be at least 6 characters.' },
    ]);
  });

  test('name and email (in any case) must be unique, and both errors are shown', async () => {
    const errors = {
      name: 'A member named Tia Team already exists.',
      email: 'Tia Team already uses this email.',
    };
    const refused = await add({ ...person(), name: ' Tia Team', email: 'TEAM@demo.test' });
    expect([refused.httpStatus, refused.body.message, refused.body.errors]).toEqual([409, errors.name, errors]);
    const other = await added();
    const changed = await update({ ...person(), email: 'Team@Demo.Test', tmId: other.id });
    expect([changed.httpStatus, changed.body.errors]).toEqual([409, { email: errors.email }]);
    const own = await update({ ...person(), name: other.name, email: other.email.toUpperCase(), tmId: other.id });
    expect(own.httpStatus).toBe(200);
  });

  test('a member added twice at once, or by another program, is refused as a duplicate', async () => {
    const twice = person();
    const answers = await Promise.all([add(twice), add(twice, 'Manager')]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
    if (driver === 'embedded') return;
    // Inserted without the team's lock by another program, and invisible until its transaction commits.
    const third = person();
    const answer = await db().transaction(async (tx) => {
      await tx.insert(members).values({ ...third, name: 'Somebody else', role: 'Team' });
      const asked = add({ ...third, email: third.email.toUpperCase() });
      await pollUntil(waitingFor('transactionid'), (waiting) => waiting > 0);
      return { asked };
    });
    const { httpStatus, body } = await answer.asked;
    expect([httpStatus, body.errors]).toEqual([409, { email: 'Another member already uses this email.' }]);
  });

  test('name and email of a deleted member can be used again', async () => {
    const gone = await added();
    await remove(gone.id);
    expect((await add({ ...person(), name: gone.name, email: gone.email })).httpStatus).toBe(200);
  });

  test('only an Admin adds, changes and deletes Admins and Managers', async () => {
    const [team, manager] = [await added(), await added('Manager')];
    for (const type of ['Admin', 'Manager'] as const) {
      expect((await add(person(type), 'Manager')).httpStatus).toBe(403);
      expect((await update({ ...person(type), tmId: team.id }, 'Manager')).httpStatus).toBe(403);
    }
    expect((await update({ ...person(), tmId: manager.id }, 'Manager')).httpStatus).toBe(403);
    expect((await remove(manager.id, 'Manager')).body.message).toBe('Only Admin can do this.');
    expect((await add({ type: 'Admin' }, 'Manager')).httpStatus).toBe(403);
    expect((await update({ ...person(), tmId: team.id }, 'Manager')).httpStatus).toBe(200);
    expect((await remove(team.id, 'Manager')).httpStatus).toBe(200);
    expect((await update({ ...person('Admin'), tmId: manager.id })).httpStatus).toBe(200);
    expect((await remove(manager.id)).httpStatus).toBe(200);
  });

  test('nobody can change their own role or delete themselves', async () => {
    const { Admin, Manager } = api().memberIds;
    const self = { name: 'Max Manager', email: 'manager@demo.test', password: '', tmId: Manager };
    expect((await update({ ...self, type: 'Admin' }, 'Manager')).httpStatus).toBe(403);
    expect((await update({ ...self, type: 'Manager' }, 'Manager')).httpStatus).toBe(403);
    const admin = { name: 'Ada Admin', email: 'admin@demo.test', password: '', tmId: Admin };
    const demoted = await update({ ...admin, type: 'Team' });
    const text = 'You can’t change your own role. Ask another Admin.';
    expect([demoted.httpStatus, demoted.body.errors]).toEqual([409, { type: text }]);
    const deleted = await remove(Admin);
    expect([deleted.httpStatus, deleted.body.message]).toEqual([409, 'You can’t delete yourself. Ask another Admin.']);
    expect((await info(Admin)).body.data.type).toBe('Admin');
  });

  test('every call for an unknown or deleted member is 404', async () => {
    const gone = await added();
    expect((await remove(gone.id)).body.message).toBe('Team member deleted successfully.');
    for (const id of [gone.id, 2_000_000_000]) {
      expect((await info(id)).httpStatus).toBe(404);
      expect((await update({ ...person(), tmId: id })).httpStatus).toBe(404);
      expect((await remove(id)).httpStatus).toBe(404);
    }
    expect((await api().callApi(teamCalls.teamMember, { id: 'x' }, { as: 'Team' })).httpStatus).toBe(400);
  });

  test.each<[string, (member: Awaited<ReturnType<typeof added>>) => Promise<unknown>, number]>([
    ['deleted', ({ id }) => remove(id), 401],
    ['given another role', ({ id, name, email }) => update({ name, email, type: 'Telecaller', tmId: id }), 401],
    [
      'given another password',
      ({ id, name, email }) => update({ name, email, type: 'Team', password: 'another', tmId: id }),
      401,
    ],
    ['renamed', ({ id, email }) => update({ ...person(), email, password: '', tmId: id }), 401],
    ['given another email', ({ id, name }) => update({ ...person(), name, password: '', tmId: id }), 401],
    [
      'given the same email in capitals',
      ({ id, name, email }) => update({ name, email: email.toUpperCase(), password: '', type: 'Team', tmId: id }),
      200,
    ],
    ['saved without a change', ({ id, name, email }) => update({ name, email, type: 'Team', tmId: id }), 200],
  ])('whether the session of a member who was %s is valid at the next call', async (_how, change, status) => {
    const member = await added();
    const token = await session(member);
    expect(await stillIn(token)).toBe(200);
    await change(member);
    expect(await stillIn(token)).toBe(status);
  });

  const mailsTo = (memberId: number) => db().select().from(mails).where(eq(mails.memberId, memberId));

  test.each([
    ['Team', 'Manager'],
    ['Manager', 'Admin'],
  ] as const)('a %s who becomes %s can sign in with no earlier password, and gets a link', async (from, to) => {
    const { id, ...member } = await added(from);
    const token = await session({ id, name: member.name, type: from });
    const { body } = await update({ ...member, password: '', type: to, tmId: id });
    expect(body.message).toBe(`Changes to ${member.name} saved. We’ll email a password link to ${member.email}.`);
    expect(await stillIn(token)).toBe(401);
    expect(await signIn(member)).toBe(400);
    await expect(mailsTo(id)).resolves.toMatchObject([{ kind: 'password', recipient: member.email }]);
  });

  test('a password set at the promotion works, and no link is sent', async () => {
    const { id, ...member } = await added('Manager');
    await update({ ...member, password: 'chosen by an Admin', type: 'Admin', tmId: id });
    expect(await signIn({ ...member, password: 'chosen by an Admin' })).toBe(200);
    await expect(mailsTo(id)).resolves.toMatchObject([{ kind: 'passwordChanged' }]);
  });

  test('a demotion does not change the password', async () => {
    const { id, ...member } = await added('Manager');
    await update({ ...member, password: '', type: 'Team', tmId: id });
    expect(await signIn(member)).toBe(200);
  });

  test('a member whose password another member sets is told by mail to their previous address', async () => {
    const { id, ...member } = await added();
    await update({ ...member, email: 'other@demo.test', password: 'set by Admin', tmId: id });
    await expect(mailsTo(id)).resolves.toMatchObject([
      { kind: 'passwordChanged', recipient: member.email, askedBy: api().memberIds.Admin },
    ]);
  });

  test('if two Admins delete each other at once, one remains', async () => {
    const pair = [await added('Admin'), await added('Admin')] as const;
    const tokens = [await session(pair[0]), await session(pair[1])] as const;
    const answers = await atOnce([
      () => api().callApi(teamCalls.deleteMember, { teamMemberId: pair[1].id }, { token: tokens[0] }),
      () => api().callApi(teamCalls.deleteMember, { teamMemberId: pair[0].id }, { token: tokens[1] }),
    ]);
    expect(answers).toEqual([200, 401]);
    const left = await Promise.all(pair.map(async ({ id }) => (await info(id)).httpStatus));
    expect(left.sort()).toEqual([200, 404]);
    for (const { id } of pair) await remove(id);
  });

  test('if two Admins demote each other at once, one stays Admin', async () => {
    const pair = [await added('Admin'), await added('Admin')] as const;
    const tokens = [await session(pair[0]), await session(pair[1])] as const;
    const demote = (one: 0 | 1) => {
      const { id, name, email } = pair[one];
      const input = { name, email, password: '', type: 'Team' as const, tmId: id };
      return () => api().callApi(teamCalls.updateMember, input, { token: tokens[one === 0 ? 1 : 0] });
    };
    const answers = await atOnce([demote(1), demote(0)]);
    // On the embedded database, the first call ends before the second is authorised, so the second's status may differ.
    expect(answers).toEqual([200, driver === 'embedded' ? expect.any(Number) : 403]);
    const left = await Promise.all(pair.map(async ({ id }) => (await info(id)).body.data.type));
    expect(left.sort()).toEqual(['Admin', 'Team']);
    for (const { id } of pair) await remove(id);
  });

  test('an Idempotency-Key adds nobody twice, and its stored digest reveals no password', async () => {
    const given = person();
    const options = { as: 'Admin', idempotencyKey: 'one-click' } as const;
    const first = await api().callApi(teamCalls.addMember, given, options);
    const again = await api().callApi(teamCalls.addMember, given, options);
    expect(again.body.data).toEqual(first.body.data);
    const kept = await db().select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'one-click'));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(given.password);
  });

  // Not pg_locks: there, locks on transaction ids name no database, so other tests' locks would be counted too.
  const waitingFor = (lock: string) => async () => {
    const { rows } = await db().execute(sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = ${lock}`);
    return (rows[0] as { n: number }).n;
  };

  /** Lets both calls begin and pass authorisation before either may change anything. Returns statuses, lower first. */
  async function atOnce(calls: readonly (() => Promise<{ httpStatus: number }>)[]): Promise<number[]> {
    const asked =
      driver === 'embedded'
        ? calls.map((ask) => ask())
        : await db().transaction(async (tx) => {
            await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.team})`);
            const begun = calls.map((ask) => ask());
            await pollUntil(waitingFor('advisory'), (waiting) => waiting === calls.length);
            return begun;
          });
    return (await Promise.all(asked)).map(({ httpStatus }) => httpStatus).sort((a, b) => a - b);
  }
});
