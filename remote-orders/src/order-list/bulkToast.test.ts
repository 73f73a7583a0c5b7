import { CallError } from 'shared/api/send';
import { bulkToast } from './bulkToast.ts';
import type { BulkOutcome } from './runBulk.ts';

const outcome = (given: Partial<BulkOutcome>): BulkOutcome => ({
  done: [],
  failed: new Map(),
  message: null,
  actionId: null,
  stopped: null,
  notBegun: 0,
  cancelled: false,
  ...given,
});
const failed = (...ids: string[]) => new Map(ids.map((id) => [id, 'Already taken by Tia Team']));
const many = (count: number) => Array.from({ length: count }, (_, index) => String(100_001 + index));

test('what the API says is what the toast says', () => {
  const toast = bulkToast('assign', outcome({ done: ['100001'], message: 'Order has been assigned successfully' }));
  expect(toast).toEqual({ kind: 'success', title: 'Order has been assigned successfully' });
});

test('done in part counts both and names what stays selected', () => {
  const toast = bulkToast(
    'assign',
    outcome({
      done: many(48),
      failed: failed('100491', '100497'),
      message: '48 assigned, 2 already taken by Tia Team',
    }),
  );
  expect(toast).toEqual({
    kind: 'error',
    title: '48 assigned, 2 already taken by Tia Team',
    detail: '100491 and 100497 stay selected, with the reason.',
    undo: 'Undo the 48',
  });
});

test('several answers are counted together', () => {
  expect(bulkToast('delete', outcome({ done: many(1_000) }))).toEqual({ kind: 'success', title: '1,000 deleted' });
  expect(bulkToast('delete', outcome({ done: many(900), failed: failed(...many(4)) }))).toEqual({
    kind: 'error',
    title: '900 deleted, 4 not',
    detail: '4 stay selected, with the reason.',
    undo: 'Undo the 900',
  });
});

test('a run that broke never says success', () => {
  const stopped = new CallError('The server did not answer.', { httpStatus: 0 });
  expect(bulkToast('assign', outcome({ stopped, message: stopped.message }))).toEqual({
    kind: 'error',
    title: 'The server did not answer.',
  });
  expect(bulkToast('assign', outcome({ done: many(500), stopped }))).toEqual({
    kind: 'error',
    title: '500 assigned',
    detail: 'The server did not answer.',
    undo: 'Undo the 500',
  });
});

test('a run that was left or cancelled midway says so of the rest, and Undo takes back what was done', () => {
  expect(bulkToast('assign', outcome({ done: many(500), notBegun: 700 }))).toEqual({
    kind: 'error',
    title: '500 assigned',
    detail: 'The rest was not done.',
    undo: 'Undo the 500',
  });
  expect(bulkToast('assign', outcome({ done: many(500), notBegun: 700, cancelled: true }))).toMatchObject({
    kind: 'error',
    detail: 'The rest was cancelled.',
    undo: 'Undo the 500',
  });
  expect(bulkToast('assign', outcome({ done: many(498), failed: failed('100491', '100497'), notBegun: 700 }))).toEqual({
    kind: 'error',
    title: '498 assigned, 2 not',
    detail: 'The rest was not done. 100491 and 100497 stay selected, with the reason.',
    undo: 'Undo the 498',
  });
});

test('cancelled before it began, there is nothing to tell', () => {
  expect(bulkToast('assign', outcome({}))).toBeNull();
});
