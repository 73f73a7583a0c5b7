import type { MailEventType } from './MailReport.ts';
import { reportedState } from './reportedState.ts';

const told = (type: MailEventType, second = 0, reason: string | null = null) => ({
  type,
  at: new Date(Date.UTC(2026, 10, 21, 10, 0, second)),
  // Of two of a kind, the other way round than their times.
  eventId: `${type} ${60 - second}`,
  reason,
});

/** In every order in which they can come. */
function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, n) => permutations(all.toSpliced(n, 1)).map((rest) => [one, ...rest]));
}

test('of a mail of which nothing was reported nothing follows', () => {
  expect(reportedState([])).toBeNull();
});

test.each<[MailEventType[], MailEventType]>([
  [['delivered'], 'delivered'],
  [['opened'], 'opened'],
  [['bounced'], 'bounced'],
  [['complained'], 'complained'],
  [['delivered', 'opened'], 'opened'],
  [['delivered', 'bounced'], 'bounced'],
  [['opened', 'bounced'], 'bounced'],
  [['delivered', 'opened', 'complained'], 'complained'],
  [['bounced', 'complained'], 'complained'],
  [['delivered', 'opened', 'bounced', 'complained'], 'complained'],
])('%j, in whatever order they come, is %s', (types, state) => {
  for (const order of permutations(types.map((type) => told(type)))) expect(reportedState(order)?.state).toBe(state);
});

test('the reason is that of the event which says most, and of the newest of its kind, in whatever order they come', () => {
  const events = [
    told('delivered', 9, 'taken'),
    told('bounced', 1, 'full'),
    told('bounced', 5, 'no such user'),
    told('bounced', 3, 'later'),
    told('opened', 8),
  ];
  for (const order of permutations(events)) {
    expect(reportedState(order)).toEqual({ state: 'bounced', reason: 'no such user' });
  }
});
