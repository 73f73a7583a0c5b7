import type { OrderChange } from 'shared/api/staleOrder';
import { changedFields, canOverride, changedBy } from './ConflictDialog.tsx';
import { staleText } from './useOrderAction.ts';

const moved = (from: string, to: string, by: string | null = 'Tia Team'): OrderChange => ({
  at: '2026-11-21T10:19:00.000Z',
  by,
  field: 'process_status',
  from,
  to,
});
const stale = (...changes: OrderChange[]) => ({ version: 9, changes });

test('several moves are merged, from the first status to the last', () => {
  expect(changedFields(stale(moved('Pending', 'Awaiting'), moved('Awaiting', 'Customer Called')))).toEqual([
    { field: 'process_status', label: 'Status', from: 'Pending', to: 'Customer Called' },
  ]);
});

test('the first assignment of several keeps that nobody had the order before', () => {
  const assigned = (from: string | null, to: string) => ({ ...moved('', to), field: 'assign_to', from });
  const [merged] = changedFields(stale(assigned(null, 'Tia Team'), assigned('Tia Team', 'Max Manager')));
  expect([merged!.from, merged!.to]).toEqual([null, 'Max Manager']);
});

test('each remark is shown separately', () => {
  const remark = { ...moved('', ''), field: 'remark', from: null };
  expect(changedFields(stale({ ...remark, to: 'One' }, { ...remark, to: 'Two' })).map(({ to }) => to)).toEqual([
    'One',
    'Two',
  ]);
});

test('the customer’s messages are shown as theirs, each separately', () => {
  const message = { ...moved('', '', null), field: 'customer_message', from: null };
  const changes = stale({ ...message, to: 'One' }, { ...message, to: 'Two' });
  expect(changedBy(changes)).toBe('The customer');
  expect(changedFields(changes).map(({ label, to }) => [label, to])).toEqual([
    ['Message', 'One'],
    ['Message', 'Two'],
  ]);
});

test('each author of a change is named once', () => {
  expect(changedBy(stale(moved('New', 'Awaiting'), moved('Awaiting', 'Completed')))).toBe('Tia Team');
  expect(changedBy(stale(moved('New', 'Awaiting'), moved('Awaiting', 'Completed', 'Max Manager')))).toBe(
    'Tia Team and Max Manager',
  );
  expect(changedBy(stale(moved('Future', 'New', null)))).toBe('Arrival Desk');
});

test('an order deleted meanwhile cannot be overridden', () => {
  expect(canOverride(stale(moved('New', 'Completed')))).toBe(true);
  expect(canOverride(stale(moved('New', 'Completed'), moved('Completed', 'Deleted')))).toBe(false);
});

test.each([
  [moved('New', 'Contact Customer', 'Max Manager'), 'Max Manager moved this to Contact Customer at 10:19 (UTC).'],
  [{ ...moved('', ''), field: 'remark' }, 'Tia Team changed this order at 10:19 (UTC).'],
  [{ ...moved('', '', null), field: 'customer_message' }, 'The customer changed this order at 10:19 (UTC).'],
])('the newest change is described in one line: %#', (change, text) => {
  expect(staleText(stale(moved('Future', 'New'), change))).toBe(text);
});
