import { runBulk } from './useOrderActions.ts';
import { fakeNetwork, type Request } from './testing.tsx';

const ids = Array.from({ length: 1_100 }, (_, index) => String(100_001 + index));
const idsOf = (request: Request) => (request.body as { orderId: string[] }).orderId;
const run = (orderId = ids) => runBulk({ action: 'assign', target: { orderId }, memberName: 'Tia Team', messages: {} });
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
        body: { status: 0, message: 'Already taken by Max Manager', data: { done: [], failed, actionId: null } },
      }),
    },
  });
  const outcome = await run(['100001']);
  expect(outcome).toMatchObject({ done: [], message: 'Already taken by Max Manager', error: null });
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
  expect(outcome).toMatchObject({ done: [], message: 'Something went wrong.', actionId: null, jobId: null });
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
