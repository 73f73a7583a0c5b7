import { runBulk } from './runBulk.ts';
import { fakeNetwork, type Request } from './testing.tsx';

const ids = Array.from({ length: 1_100 }, (_, index) => String(100_001 + index));
const idsOf = (request: Request) => (request.body as { orderId: string[] }).orderId;
const run = (given: Partial<Parameters<typeof runBulk>[0]> = {}) =>
  runBulk({ action: 'assign', ids, memberName: 'Tia Team', onProgress: () => {}, ended: () => null, ...given });
const done = (request: Request) => ({
  body: { status: 1, message: 'done', data: { done: idsOf(request), failed: [], actionId: 'a' } },
});

test('more than 500 go in portions, each with a key of its own, and say how far they are', async () => {
  const asked = fakeNetwork({ answers: { 'PUT /admin/assign-order-status': done } });
  const progress: number[] = [];
  const outcome = await run({ onProgress: (finished) => progress.push(finished) });
  expect(asked.map((request) => idsOf(request).length)).toEqual([500, 500, 100]);
  expect(new Set(asked.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(3);
  expect(progress).toEqual([500, 1_000, 1_100]);
  expect(outcome).toMatchObject({ done: ids, message: null, stopped: null, notBegun: 0 });
});

test('all portions are one action for Undo: each but the first goes on with it', async () => {
  let calls = 0;
  const asked = fakeNetwork({
    answers: {
      'PUT /admin/assign-order-status': (request) => {
        calls += 1;
        // Only the second portion changes anything: before it there is nothing to go on with.
        const data = { done: idsOf(request), failed: [], actionId: calls === 2 ? 'a' : null };
        return { body: { status: 1, message: 'done', data } };
      },
    },
  });
  const outcome = await run();
  expect(asked.map(({ body }) => (body as { continues?: string }).continues)).toEqual([undefined, undefined, 'a']);
  expect(outcome.actionId).toBe('a');
});

test.each([
  ['cancelled', true],
  ['left', false],
] as const)('%s, no portion begins any more, and what is done stays done', async (how, cancelled) => {
  const asked = fakeNetwork({ answers: { 'PUT /admin/assign-order-status': done } });
  const outcome = await run({ ended: () => (asked.length === 2 ? how : null) });
  expect(asked).toHaveLength(2);
  expect(outcome.done).toHaveLength(1_000);
  expect(outcome).toMatchObject({ notBegun: 100, cancelled });
});

test('cancelled in its last portion, nothing is left that was not begun', async () => {
  const asked = fakeNetwork({ answers: { 'PUT /admin/assign-order-status': done } });
  const outcome = await run({ ended: () => (asked.length === 3 ? 'cancelled' : null) });
  expect(outcome).toMatchObject({ done: ids, notBegun: 0, cancelled: false });
});

test('a refused portion does not stop the others: its orders say why', async () => {
  fakeNetwork({
    answers: {
      'PUT /admin/assign-order-status': (request) =>
        idsOf(request).includes('100001')
          ? {
              httpStatus: 409,
              body: {
                status: 0,
                message: 'taken',
                data: {
                  done: [],
                  failed: idsOf(request).map((orderId) => ({ orderId, message: 'Already taken' })),
                  actionId: null,
                },
              },
            }
          : done(request),
    },
  });
  const outcome = await run();
  expect(outcome.failed.size).toBe(500);
  expect(outcome.failed.get('100001')).toBe('Already taken');
  expect(outcome.done).toHaveLength(600);
});

test('what breaks stops the run: the rest is neither done nor refused', async () => {
  const asked = fakeNetwork({
    answers: {
      'PUT /admin/assign-order-status': (request) =>
        asked.length > 1
          ? { httpStatus: 500, body: { status: 0, message: 'Something went wrong.', data: null } }
          : done(request),
    },
  });
  const outcome = await run();
  expect(asked).toHaveLength(2);
  expect(outcome.done).toHaveLength(500);
  expect(outcome.failed.size).toBe(0);
  expect(outcome.stopped?.message).toBe('Something went wrong.');
  expect(outcome.notBegun).toBe(100);
});

test('an answer that got lost is asked for again with the same key', async () => {
  const asked = fakeNetwork({
    answers: { 'PUT /admin/assign-order-status': (request) => (asked.length === 1 ? 'unreachable' : done(request)) },
  });
  const outcome = await run({ ids: ['100001'] });
  expect(outcome.done).toEqual(['100001']);
  expect(asked).toHaveLength(2);
  expect(asked[0]!.headers.get('Idempotency-Key')).toBe(asked[1]!.headers.get('Idempotency-Key'));
});
