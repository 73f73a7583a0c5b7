import { canMove, customerStage, moveButtons, moveTargets, orderStatus, statuses } from './orderStatus.ts';

test('every status can be reached by a move, automatically, or from the intake', () => {
  const fromIntake = ['New', 'Priority', 'Pending', 'Future'];
  const reached = new Set<string>(fromIntake);
  for (const status of statuses) {
    for (const target of orderStatus[status].moves) if (target !== status) reached.add(target);
    for (const targets of Object.values(orderStatus[status].otherTransitions ?? {}))
      targets.forEach((to) => reached.add(to));
  }
  expect([...reached].sort()).toEqual([...statuses].sort());
});

test('an order moves to the eight targets from every status but Deleted, never to its own', () => {
  for (const from of statuses) {
    const expected = from === 'Deleted' ? [] : moveTargets.filter((target) => target !== from);
    for (const to of statuses) expect(canMove(from, to)).toBe((expected as readonly string[]).includes(to));
  }
});

test('the move buttons keep their places, current status included', () => {
  for (const status of statuses) expect(moveButtons(status)).toEqual(status === 'Deleted' ? [] : moveTargets);
});

test('only Restore leads out of Deleted', () => {
  expect(orderStatus.Deleted.moves).toEqual([]);
  expect(Object.keys(orderStatus.Deleted.otherTransitions ?? {})).toEqual(['restore']);
});

test('Completed Refunds comes only from a refund', () => {
  const ways = statuses.flatMap((status) =>
    Object.entries(orderStatus[status].otherTransitions ?? {})
      .filter(([way, targets]) => way !== 'restore' && targets.includes('Completed Refunds'))
      .map(([way]) => `${status}:${way}`),
  );
  expect(ways).toEqual(['Refunds:refund']);
  expect(moveTargets).not.toContain('Completed Refunds');
});

test('dispute evidence is available at Completed, Customer Called and ChargeBack', () => {
  expect(statuses.filter((status) => orderStatus[status].evidence)).toEqual([
    'Customer Called',
    'Completed',
    'ChargeBack',
  ]);
});

test.each([
  ['New', false, false, 'received'],
  ['Priority', true, false, 'in progress'],
  ['Pending', true, false, 'received'],
  ['Future', false, false, 'received'],
  ['Awaiting', true, true, 'we need something from you'],
  ['Contact Customer', false, false, 'we need something from you'],
  ['AwaitingGovt', true, false, 'with the government'],
  ['Completed', true, true, 'ready'],
  ['Completed', true, false, 'in progress'],
  ['Customer Called', false, true, 'ready'],
  ['ChargeBack', false, true, 'ready'],
  ['Refunds', false, true, 'refund on its way'],
  ['Completed Refunds', false, true, 'refunded'],
  ['Deleted', false, true, null],
] as const)(
  'the customer of a %s order (assigned %s, document %s) sees: %s',
  (status, assigned, hasDocument, stage) => {
    expect(customerStage({ status, assigned, hasDocument })).toBe(stage);
  },
);

test('every status has its own key, for its colour and icon', () => {
  expect(new Set(statuses.map((status) => orderStatus[status].key)).size).toBe(statuses.length);
});
