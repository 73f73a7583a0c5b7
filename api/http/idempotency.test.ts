import { randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { bulkCalls } from 'shared/api/bulkCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { documents } from '../db/schema/documents.ts';
import { idempotencyKeys } from '../db/schema/members.ts';
import { remarks } from '../db/schema/remarks.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { requestDigest as digestWith } from './idempotency.ts';

onOneDriver((api) => {
  const remark = (orderId: string, idempotencyKey: string, as: 'Team' | 'Manager' = 'Team') =>
    api().callApi(orderCalls.addRemark, { orderId, remark: 'Called' }, { as, idempotencyKey });
  const remarkCount = async (orderId: string) => {
    const [row] = await api()
      .context.database.db.select({ n: count() })
      .from(remarks)
      .where(eq(remarks.orderId, orderId));
    return row!.n;
  };

  test('the same key gets the first response, and nothing happens twice', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    const first = await remark(orderId, key);
    const again = await remark(orderId, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await remarkCount(orderId)).toBe(1);
  });

  test('concurrent duplicates wait for the first, and get its response', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => remark(orderId, key)));
    for (const { httpStatus, body } of answers) expect([httpStatus, body.data]).toEqual([200, answers[0]!.body.data]);
    expect(await remarkCount(orderId)).toBe(1);
  });

  test('another member’s same key is another key', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    await remark(orderId, key, 'Manager');
    expect(await remarkCount(orderId)).toBe(2);
  });

  test('a refused call stores nothing, so the key can be retried', async () => {
    const key = randomUUID();
    expect((await remark('999999', key)).httpStatus).toBe(404);
    await addOrder(api(), { orderId: '999999' });
    expect((await remark('999999', key)).httpStatus).toBe(200);
  });

  test('the same key for a different request is 422, and nothing happens', async () => {
    const orderId = await addOrder(api());
    const other = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    const of = { as: 'Team', idempotencyKey: key } as const;
    const again = { orderId, remark: 'Called' };
    const refused = [
      await api().callApi(orderCalls.addRemark, { orderId, remark: 'Called again' }, of),
      await api().callApi(orderCalls.addRemark, { orderId: other, remark: 'Called' }, of),
      await api().callApi(orderCalls.addRemark, { ...again, version: 1 }, of),
      await api().callApi(orderCalls.undo, { actionId: randomUUID() }, of),
      await api().callApi(sessionCalls.logout, {}, of),
    ];
    expect(refused.map(({ httpStatus }) => httpStatus)).toEqual([422, 422, 422, 422, 422]);
    expect(refused[0]!.body).toMatchObject({ status: 0, data: null, message: expect.stringContaining('Nothing was') });
    expect([await remarkCount(orderId), await remarkCount(other)]).toEqual([1, 0]);
    expect((await api().callApi(orderCalls.addRemark, again, of)).httpStatus).toBe(200);
  });

  test('path parameters are compared too', async () => {
    const whole = async () => {
      const answer = await api().callApi(
        orderCalls.assign,
        { folderName: 'newOrder', assignto: 'Max Manager' },
        { as: 'Manager' },
      );
      return answer.body.data.jobId!;
    };
    await addOrder(api());
    const jobId = await whole();
    const of = { as: 'Manager', idempotencyKey: randomUUID() } as const;
    expect((await api().callApi(bulkCalls.cancelBulk, { jobId }, of)).httpStatus).toBe(200);
    expect((await api().callApi(bulkCalls.cancelBulk, { jobId: randomUUID() }, of)).httpStatus).toBe(422);
    expect((await api().callApi(bulkCalls.cancelBulk, { jobId }, of)).headers['idempotency-replayed']).toBe('true');
  });

  test('another file under the same key is 422, and not stored', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    const upload = async (content: string) => {
      const uploadVisaDoc = new File([pdfOf({ mark: content })], 'declaration.pdf', { type: 'application/pdf' });
      const input = { orderId, email: 'a@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      return (await api().callApi(documentCalls.upload, input, { as: 'Team', idempotencyKey: key })).httpStatus;
    };
    expect([await upload('one'), await upload('other'), await upload('one')]).toEqual([200, 422, 200]);
    const rows = await api().context.database.db.select().from(documents).where(eq(documents.orderId, orderId));
    expect(rows).toHaveLength(1);
  });

  test('an old response without a digest is matched by its call alone', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    await api()
      .context.database.db.update(idempotencyKeys)
      .set({ requestDigest: null })
      .where(eq(idempotencyKeys.key, key));
    const again = await api().callApi(
      orderCalls.addRemark,
      { orderId, remark: 'Called again' },
      { as: 'Team', idempotencyKey: key },
    );
    expect(again.headers['idempotency-replayed']).toBe('true');
    const { httpStatus } = await api().callApi(sessionCalls.logout, {}, { as: 'Team', idempotencyKey: key });
    expect(httpStatus).toBe(422);
  });

  test('after 24 hours a key is free again', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    const aDayAgo = new Date(Date.now() - 24 * 3_600_000 - 1_000);
    await api()
      .context.database.db.update(idempotencyKeys)
      .set({ createdAt: aDayAgo })
      .where(eq(idempotencyKeys.key, key));
    await remark(orderId, key);
    expect(await remarkCount(orderId)).toBe(2);
  });
});

describe('the digest of a request', () => {
  const secret = Buffer.from('a secret of the tests, long enough');
  const requestDigest = (what: Parameters<typeof digestWith>[1]) => digestWith(secret, what);

  const file = (sha256: string) => ({
    field: 'document',
    path: '/tmp/0',
    originalName: 'a.pdf',
    mimetype: '',
    size: 1,
    sha256,
  });
  const given = {
    call: 'PUT /a/:id',
    params: { id: '1' },
    input: { id: '1', list: ['a', 'b'], deep: { one: 1, two: 2 } },
    files: { document: file('aa') },
  };

  test('is equal whatever the order of fields and the path of files', () => {
    const again = {
      files: { document: { ...file('aa'), path: '/tmp/other' } },
      input: { deep: { two: 2, one: 1 }, list: ['a', 'b'], id: '1', left: undefined },
      params: { id: '1' },
      call: 'PUT /a/:id',
    };
    expect(requestDigest(again)).toBe(requestDigest(given));
    expect(requestDigest(given)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, Partial<typeof given>]>([
    ['another call', { call: 'PUT /b/:id' }],
    ['another path part', { params: { id: '2' } }],
    ['another field', { input: { ...given.input, id: '2' } }],
    ['another order in a list', { input: { ...given.input, list: ['b', 'a'] } }],
    ['another depth', { input: { ...given.input, deep: { one: 1, two: 3 } } }],
    ['another file', { files: { document: file('bb') } }],
    ['no file', { files: {} as typeof given.files }],
  ])('differs for %s', (_what, other) => {
    expect(requestDigest({ ...given, ...other })).not.toBe(requestDigest(given));
  });

  test('differs for another secret, so the input cannot be guessed', () => {
    expect(digestWith(Buffer.from('another secret, which is as long'), given)).not.toBe(requestDigest(given));
  });
});
