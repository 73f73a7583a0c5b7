import { nextStep, nextSteps, usualTimeTexts, type OrderState } from './nextStep.ts';
import { customerStage, statuses } from './orderStatus.ts';

const hour = 3_600_000;
const now = new Date('2026-11-22T12:00:00Z');
const orderOf = (changes: Partial<OrderState> = {}): OrderState => ({
  status: 'New',
  assigned: false,
  hasDocument: false,
  answered: false,
  processingDate: null,
  refundDate: null,
  arrivedAsFuture: false,
  createdAt: new Date('2026-11-22T08:10:00Z'),
  paidAt: null,
  ...changes,
});
const stepOf = (changes: Partial<OrderState>) => nextStep(orderOf(changes), null, now)?.step;

test('every order with a stage has a next step; a deleted one has neither', () => {
  for (const status of statuses) {
    for (const assigned of [false, true]) {
      for (const hasDocument of [false, true]) {
        const order = orderOf({ status, assigned, hasDocument });
        expect([status, nextStep(order, null, now) === null]).toEqual([status, customerStage(order) === null]);
      }
    }
  }
});

test.each<[Partial<OrderState>, string]>([
  [{ status: 'New' }, 'check'],
  [{ status: 'Priority' }, 'check'],
  [{ status: 'Priority', assigned: true }, 'finish'],
  [{ status: 'Pending' }, 'payment'],
  [{ status: 'Pending', assigned: true }, 'payment'],
  [{ status: 'Future', processingDate: '2026-12-03' }, 'begin'],
  [{ status: 'Awaiting' }, 'answer'],
  [{ status: 'Contact Customer', answered: true }, 'read'],
  [{ status: 'AwaitingGovt', answered: true }, 'government'],
  [{ status: 'Completed' }, 'finish'],
  [{ status: 'Completed', hasDocument: true }, 'download'],
  [{ status: 'Refunds' }, 'refund'],
  [{ status: 'Completed Refunds' }, 'bank'],
])('the next step of %j is "%s"', (order, step) => expect(stepOf(order)).toBe(step));

test('the date belongs to the step: when we begin, or returned the payment', () => {
  const days = { processingDate: '2026-12-03', refundDate: '2026-11-20' };
  const on = (status: OrderState['status']) => nextStep(orderOf({ status, ...days }), null, now)!.on;
  expect([on('Future'), on('Completed Refunds'), on('New'), on('Refunds')]).toEqual([
    '2026-12-03',
    '2026-11-20',
    null,
    null,
  ]);
});

test('a time is shown only if it is known and the work is ours or the government’s', () => {
  for (const status of statuses) {
    const order = orderOf({ status, processingDate: '2026-12-03' });
    expect(nextStep(order, null, now)?.usuallyBy ?? null).toBeNull();
    const timed = ['New', 'Priority', 'Future', 'AwaitingGovt'].includes(status);
    expect([status, Boolean(nextStep(order, hour, now)?.usuallyBy)]).toEqual([status, timed]);
  }
});

test('the usual time counts from when the order has arrived, is paid and its date has come; it is a full hour', () => {
  const by = (changes: Partial<OrderState>) =>
    nextStep(orderOf(changes), 5 * hour, now)!
      .usuallyBy!.toISOString()
      .slice(0, 16);
  expect(by({})).toBe('2026-11-22T14:00');
  expect(by({ paidAt: new Date('2026-11-22T11:40:00Z') })).toBe('2026-11-22T17:00');
  expect(by({ paidAt: new Date('2026-11-22T07:00:00Z') })).toBe('2026-11-22T14:00');
  expect(by({ status: 'Future', arrivedAsFuture: true, processingDate: '2026-12-03' })).toBe('2026-12-03T05:00');
  expect(by({ status: 'New', arrivedAsFuture: true, processingDate: '2026-11-22' })).toBe('2026-11-22T14:00');
});

test('an order is late once the shown hour has passed', () => {
  const late = (moment: string) => nextStep(orderOf(), 5 * hour, new Date(moment))!.late;
  expect([late('2026-11-22T13:59:59Z'), late('2026-11-22T14:00:00Z'), late('2026-11-22T14:00:01Z')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('the texts mention a date or time only where there is one', () => {
  const withDay = Object.entries(nextSteps).filter(([, { next }]) => next.includes('{on}'));
  expect(withDay.map(([name]) => name)).toEqual(['begin', 'bank']);
  expect(usualTimeTexts.by).toContain('{by}');
  for (const { next } of Object.values(nextSteps)) expect(next.replace('{on}', '')).not.toMatch(/[{}]/);
});
