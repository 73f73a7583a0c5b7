import { CallError } from 'shared/desk';
import { orderRowOf } from 'shared/testing/orders';
import { applicableIds, needsConfirmation } from './bulkActions.tsx';
import { bulkToast, runBulk, type BulkOutcome } from './useOrderActions.ts';
import { fakeNetwork, type Request } from './testing.tsx';

describe('which orders, and whether a question comes first', () => {
  test.each([
    ['assign', 50, false, false],
    ['assign', 51, false, true],
    ['release', 1, true, true],
    ['delete', 1, false, true],
    ['restore', 500, false, false],
    ['refund', 1, false, false],
    ['refund', 2, false, true],
    ['handle', 500, false, false],
    ['handle', 1, true, true],
    ['refund', 1, true, true],
  ] as const)('%s of %d orders (a whole folder: %j) asks first: %j', (action, size, isAll, confirmed) => {
    expect(needsConfirmation(action, { size, isAll })).toBe(confirmed);
  });

  test('refunded orders are not refunded again; Delete applies to every order', () => {
    const selected = new Map([
      ['1', orderRowOf({ order_id: '1', process_status: 'Refunds' })],
      ['2', orderRowOf({ order_id: '2', process_status: 'Completed Refunds' })],
      ['3', null],
    ]);
    expect(applicableIds('refund', selected)).toEqual(['1', '3']);
    expect(applicableIds('delete', selected)).toEqual(['1', '2', '3']);
  });
});

describe('the call', () => {
  const ids = Array.from({ length: 1_100 }, (_, index) => String(100_001 + index));
  const idsOf = (request: Request) => (request.body as { orderId: string[] }).orderId;
  const run = (orderId = ids) =>
    runBulk({ action: 'assign', target: { orderId }, memberName: 'Tia Team', messages: {} });
  const done = (request: Request) => ({
    body: { status: 1, message: 'done', data: { done: idsOf(request), failed: [], actionId: 'a' } },
  });

  test('any number of orders is one call with one key, and the API decides whether it is a job', async () => {
    const begun = { status: 1, message: 'Working', data: { done: [], failed: [], actionId: null, jobId: 'j' } };
    const asked = fakeNetwork({ answers: { 'PUT /admin/assign-order-status': () => ({ body: begun }) } });
    expect(await run()).toMatchObject({ jobId: 'j', done: [], error: null });
    expect(asked.map(idsOf)).toEqual([ids]);
    expect(asked[0]!.headers.get('Idempotency-Key')).toBeTruthy();
  });

  test('a completed action has its Undo', async () => {
    fakeNetwork({ answers: { 'PUT /admin/assign-order-status': done } });
    expect(await run(['100001'])).toMatchObject({ done: ['100001'], actionId: 'a', jobId: null, message: 'done' });
  });

  test('a refusal with a reason per order is an outcome', async () => {
    const failed = [{ orderId: '100001', message: 'Already taken' }];
    fakeNetwork({
      answers: {
        'PUT /admin/assign-order-status': () => ({
          httpStatus: 409,
          body: { status: 0, message: 'Already taken by Max Manager.', data: { done: [], failed, actionId: null } },
        }),
      },
    });
    const outcome = await run(['100001']);
    expect(outcome).toMatchObject({ done: [], message: 'Already taken by Max Manager.', error: null });
    expect(outcome.failed).toEqual(new Map([['100001', 'Already taken']]));
  });

  test('a failed call is an error, and no order has an outcome', async () => {
    fakeNetwork({
      answers: {
        'PUT /admin/assign-order-status': () => ({
          httpStatus: 500,
          body: { status: 0, message: 'Something went wrong.', data: null },
        }),
      },
    });
    const outcome = await run();
    const message = '1,100 orders not assigned. Something went wrong.';
    expect(outcome).toMatchObject({ done: [], message, actionId: null, jobId: null });
    expect(outcome.error?.httpStatus).toBe(500);
  });

  test('after a lost response the call is retried with the same key', async () => {
    const asked = fakeNetwork({
      answers: { 'PUT /admin/assign-order-status': (request) => (asked.length === 1 ? 'unreachable' : done(request)) },
    });
    const outcome = await run(['100001']);
    expect(outcome.done).toEqual(['100001']);
    expect(asked).toHaveLength(2);
    expect(asked[0]!.headers.get('Idempotency-Key')).toBe(asked[1]!.headers.get('Idempotency-Key'));
  });
});

describe('the toast', () => {
  const outcome = (given: Partial<BulkOutcome>): BulkOutcome => ({
    done: [],
    failed: new Map(),
    message: '',
    actionId: null,
    jobId: null,
    error: null,
    ...given,
  });
  const failed = (...ids: string[]) => new Map(ids.map((id) => [id, 'Already taken by Tia Team.']));
  const many = (count: number) => Array.from({ length: count }, (_, index) => String(100_001 + index));

  test('the toast shows the API’s message', () => {
    const toast = bulkToast(outcome({ done: ['100001'], message: 'Order has been assigned successfully' }));
    expect(toast).toEqual({ kind: 'success', title: 'Order has been assigned successfully' });
  });

  test('one refused order shows only its reason', () => {
    const toast = bulkToast(outcome({ failed: failed('100491'), message: 'Already taken by Tia Team.' }));
    expect(toast).toEqual({ kind: 'error', title: 'Already taken by Tia Team.' });
  });

  test('done in part shows both numbers and names the orders that stay selected', () => {
    const message = '48 assigned, 2 already taken by Tia Team';
    expect(bulkToast(outcome({ done: many(48), failed: failed('100491', '100497'), message }))).toEqual({
      kind: 'note',
      title: message,
      detail: '100491 and 100497 stay selected. Their rows say why.',
      undo: 'Undo 48',
    });
  });

  test('more than three orders that stay selected are counted', () => {
    const toast = bulkToast(outcome({ done: many(400), failed: failed(...many(4)), message: '400 deleted, 4 not' }));
    expect(toast).toMatchObject({ detail: '4 stay selected. Their rows say why.', undo: 'Undo 400' });
  });

  test('several orders of which none was changed are a failure', () => {
    const toast = bulkToast(outcome({ failed: failed('100491', '100497'), message: 'Already taken by Tia Team.' }));
    expect(toast.kind).toBe('error');
  });

  test('a failed call never shows success', () => {
    const error = new CallError('The server didn’t respond.', { httpStatus: 0 });
    expect(bulkToast(outcome({ error, message: error.message }))).toEqual({
      kind: 'error',
      title: 'The server didn’t respond.',
    });
  });
});
