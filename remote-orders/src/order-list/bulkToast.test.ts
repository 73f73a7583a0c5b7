import { CallError } from 'shared/desk';
import { bulkToast, type BulkOutcome } from './useOrderActions.ts';

const outcome = (given: Partial<BulkOutcome>): BulkOutcome => ({
  done: [],
  failed: new Map(),
  message: '',
  actionId: null,
  jobId: null,
  error: null,
  ...given,
});
const failed = (...ids: string[]) => new Map(ids.map((id) => [id, 'Already taken by Tia Team']));
const many = (count: number) => Array.from({ length: count }, (_, index) => String(100_001 + index));

test('what the API says is what the toast says', () => {
  const toast = bulkToast(outcome({ done: ['100001'], message: 'Order has been assigned successfully' }));
  expect(toast).toEqual({ kind: 'success', title: 'Order has been assigned successfully' });
});

test('one order that was refused has its reason alone', () => {
  const toast = bulkToast(outcome({ failed: failed('100491'), message: 'Already taken by Tia Team' }));
  expect(toast).toEqual({ kind: 'error', title: 'Already taken by Tia Team' });
});

test('done in part says both and names what stays selected', () => {
  const message = '48 assigned, 2 already taken by Tia Team';
  expect(bulkToast(outcome({ done: many(48), failed: failed('100491', '100497'), message }))).toEqual({
    kind: 'note',
    title: message,
    detail: '100491 and 100497 stay selected, with the reason.',
    undo: 'Undo the 48',
  });
});

test('of more than three, what stays selected is counted', () => {
  const toast = bulkToast(outcome({ done: many(400), failed: failed(...many(4)), message: '400 deleted, 4 not' }));
  expect(toast).toMatchObject({ detail: '4 stay selected, with the reason.', undo: 'Undo the 400' });
});

test('several orders of which none was done are a failure', () => {
  const toast = bulkToast(outcome({ failed: failed('100491', '100497'), message: 'Already taken by Tia Team' }));
  expect(toast.kind).toBe('error');
});

test('a call that broke never says success', () => {
  const error = new CallError('The server did not answer.', { httpStatus: 0 });
  expect(bulkToast(outcome({ error, message: error.message }))).toEqual({
    kind: 'error',
    title: 'The server did not answer.',
  });
});
