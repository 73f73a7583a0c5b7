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

test('the toast shows the API’s message', () => {
  const toast = bulkToast(outcome({ done: ['100001'], message: 'Order has been assigned successfully' }));
  expect(toast).toEqual({ kind: 'success', title: 'Order has been assigned successfully' });
});

test('one refused order shows only its reason', () => {
  const toast = bulkToast(outcome({ failed: failed('100491'), message: 'Already taken by Tia Team' }));
  expect(toast).toEqual({ kind: 'error', title: 'Already taken by Tia Team' });
});

test('done in part shows both numbers and names the orders that stay selected', () => {
  const message = '48 assigned, 2 already taken by Tia Team';
  expect(bulkToast(outcome({ done: many(48), failed: failed('100491', '100497'), message }))).toEqual({
    kind: 'note',
    title: message,
    detail: '100491 and 100497 stay selected. Their rows say why.',
    undo: 'Undo the 48',
  });
});

test('more than three orders that stay selected are counted', () => {
  const toast = bulkToast(outcome({ done: many(400), failed: failed(...many(4)), message: '400 deleted, 4 not' }));
  expect(toast).toMatchObject({ detail: '4 stay selected. Their rows say why.', undo: 'Undo the 400' });
});

test('several orders of which none was changed are a failure', () => {
  const toast = bulkToast(outcome({ failed: failed('100491', '100497'), message: 'Already taken by Tia Team' }));
  expect(toast.kind).toBe('error');
});

test('a failed call never shows success', () => {
  const error = new CallError('The server did not answer.', { httpStatus: 0 });
  expect(bulkToast(outcome({ error, message: error.message }))).toEqual({
    kind: 'error',
    title: 'The server did not answer.',
  });
});
