import { asc, eq, sql } from 'drizzle-orm';
import { gatewayCalls } from 'shared/api/gatewayCalls';
import type { Role } from 'shared/rules/permissions';
import type { Transaction } from '../db/database.ts';
import { gatewayChanges, gateways } from '../db/schema/billing.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const read = async (as: Role = 'Admin') => (await api().callApi(gatewayCalls.gateways, {}, { as })).body;
  const activate = async (as: Role, gatewayId: number | string | undefined, idempotencyKey?: string) =>
    api().callApi(gatewayCalls.activateGateway, { gatewayId }, { as, idempotencyKey });
  const idOf = async (name: string) => (await read()).data.find(({ gateway_name }) => gateway_name === name)!.id;
  const active = async () =>
    (await read()).data.filter(({ is_active }) => is_active === '1').map(({ gateway_name }) => gateway_name);
  const kept = () => db().select().from(gatewayChanges).orderBy(asc(gatewayChanges.id));

  test('at first Stripe is active, and nothing has been changed', async () => {
    const { data, changes } = await read();
    expect(data.map(({ gateway_name, is_active, last_active }) => [gateway_name, is_active, last_active])).toEqual([
      ['Stripe', '1', null],
      ['PayPal', '0', null],
      ['Authorize.net', '0', null],
    ]);
    expect(changes).toEqual([]);
  });

  test('activating a gateway deactivates the others, and records who did it when', async () => {
    const before = Date.now();
    const { httpStatus, body } = await activate('Manager', await idOf('PayPal'));
    expect([httpStatus, body.message]).toEqual([200, 'PayPal is now the active gateway instead of Stripe.']);
    expect(await active()).toEqual(['PayPal']);
    const { data, changes } = await read('Telecaller');
    expect(changes).toEqual([{ at: expect.any(String) as string, by: 'Max Manager', from: 'Stripe', to: 'PayPal' }]);
    expect(Math.abs(Date.parse(changes[0]!.at) - before)).toBeLessThan(60_000);
    expect(data.map(({ last_active }) => last_active)).toEqual([changes[0]!.at, null, null]);
    // The newest change is listed first.
    await activate('Admin', await idOf('Stripe'));
    expect((await read()).changes.map(({ by, to }) => [by, to])).toEqual([
      ['Ada Admin', 'Stripe'],
      ['Max Manager', 'PayPal'],
    ]);
  });

  test('activating the active gateway is 200 and records nothing', async () => {
    const [name] = await active();
    const before = await kept();
    const { httpStatus, body } = await activate('Admin', await idOf(name!));
    expect([httpStatus, body.message]).toEqual([200, `${name} is already the active gateway.`]);
    expect(await active()).toEqual([name]);
    expect(await kept()).toEqual(before);
  });

  test('a click that is sent twice is one change', async () => {
    const id = await idOf('PayPal');
    const before = (await kept()).length;
    const answers = await Promise.all([1, 2].map(() => activate('Admin', id, 'one click')));
    expect(answers.map(({ body }) => body.message)).toEqual(
      Array(2).fill('PayPal is now the active gateway instead of Stripe.'),
    );
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(1);
    expect((await kept()).length).toBe(before + 1);
    await activate('Admin', await idOf('Stripe'));
  });

  test('concurrent changes leave one active gateway and a history without gaps', async () => {
    const ids = (await read()).data.map(({ id }) => id);
    const before = (await kept()).length;
    const presses = Array.from({ length: 12 }, (_, n) =>
      activate(n % 2 ? 'Admin' : 'Manager', ids[n % 3], n % 4 ? `press ${n}` : undefined),
    );
    // Concurrent readers also see exactly one active gateway.
    const looks = Array.from({ length: 6 }, active);
    for (const { httpStatus } of await Promise.all(presses)) expect(httpStatus).toBe(200);
    for (const seen of await Promise.all(looks)) expect(seen).toHaveLength(1);
    const changes = (await kept()).slice(before);
    expect(changes.length).toBeGreaterThan(0);
    for (const [n, change] of changes.slice(1).entries()) expect(change.fromId).toBe(changes[n]!.toId);
    const times = changes.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [now] = await db().select().from(gateways).where(eq(gateways.isActive, true));
    expect(changes.at(-1)!.toId).toBe(now!.id);
  });

  test('two concurrent changes both succeed, one after the other', async () => {
    const [first, second] = [await idOf('PayPal'), await idOf('Authorize.net')];
    await activate('Admin', await idOf('Stripe'));
    const [one, other] = await Promise.all([activate('Admin', first), activate('Manager', second)]);
    expect([one.httpStatus, other.httpStatus]).toEqual([200, 200]);
    expect(
      (await read()).changes
        .slice(0, 2)
        .map(({ from, to }) => `${from} > ${to}`)
        .sort(),
    ).toEqual(
      (await active())[0] === 'PayPal'
        ? ['Authorize.net > PayPal', 'Stripe > Authorize.net']
        : ['PayPal > Authorize.net', 'Stripe > PayPal'],
    );
  });

  test('the database itself requires exactly one active gateway', async () => {
    const before = await active();
    const inactive = await idOf(before[0] === 'PayPal' ? 'Stripe' : 'PayPal');
    const write = (work: (tx: Transaction) => Promise<unknown>) => db().transaction(work);
    await expect(
      write((tx) => tx.update(gateways).set({ isActive: true }).where(eq(gateways.id, inactive))),
    ).rejects.toThrow();
    await expect(write((tx) => tx.update(gateways).set({ isActive: false }))).rejects.toThrow();
    await expect(write((tx) => tx.execute(sql`truncate gateways cascade`))).rejects.toThrow();
    expect(await active()).toEqual(before);
  });

  test('two concurrent writes outside the product also leave one active gateway', async () => {
    const { data } = await read();
    const was = data.find(({ is_active }) => is_active === '1')!;
    const move = (id: number) =>
      db().transaction(async (tx) => {
        await tx.update(gateways).set({ isActive: false }).where(eq(gateways.id, was.id));
        await tx.update(gateways).set({ isActive: true }).where(eq(gateways.id, id));
      });
    const results = await Promise.allSettled(data.filter(({ id }) => id !== was.id).map(({ id }) => move(id)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await active()).toHaveLength(1);
  });

  test('recorded changes cannot be changed or deleted', async () => {
    const before = await kept();
    expect(before.length).toBeGreaterThan(0);
    for (const statement of [
      sql`update gateway_changes set member_id = 1`,
      sql`delete from gateway_changes`,
      sql`truncate gateway_changes`,
    ]) {
      await expect(db().execute(statement)).rejects.toMatchObject({
        cause: { message: 'gateway_changes is append-only' },
      });
    }
    expect(await kept()).toEqual(before);
  });

  test('the ten newest changes are returned', async () => {
    const ids = (await read()).data.map(({ id }) => id);
    for (let n = 0; n < 12; n += 1) await activate('Admin', ids[n % 3]);
    expect((await read()).changes).toHaveLength(10);
  });

  test.each([
    [undefined, 400, 'Please select gateway.'],
    ['', 400, 'Please select gateway.'],
    ['1.5', 400, 'There is no such gateway.'],
    ['Stripe', 400, 'There is no such gateway.'],
    [99_999_999_999, 400, 'There is no such gateway.'],
    [4711, 404, 'There is no such gateway.'],
  ])('%j is refused', async (gatewayId, status, text) => {
    const before = await active();
    const { httpStatus, body } = await activate('Admin', gatewayId);
    expect([httpStatus, body.message, body.errors]).toEqual([
      status,
      text,
      status === 400 ? { gatewayId: text } : undefined,
    ]);
    expect(await active()).toEqual(before);
  });

  test('an id may also be sent as text', async () => {
    expect((await activate('Admin', String(await idOf('Stripe')))).httpStatus).toBe(200);
  });

  test.each<[Role, number, number]>([
    ['Admin', 200, 200],
    ['Manager', 200, 200],
    ['Team', 200, 403],
    ['Telecaller', 200, 403],
    ['Night Staff', 403, 403],
  ])('%s reads with %d and changes with %d', async (as, reads, changes) => {
    const id = await idOf('Stripe');
    expect((await api().callApi(gatewayCalls.gateways, {}, { as })).httpStatus).toBe(reads);
    expect((await activate(as, id)).httpStatus).toBe(changes);
  });
});
