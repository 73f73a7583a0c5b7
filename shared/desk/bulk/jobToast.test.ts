import type { BulkJob } from '../../api/orderCalls.ts';
import { jobToast } from './jobToast.ts';

const job = (given: Partial<BulkJob>): BulkJob => ({
  jobId: 'j',
  state: 'done',
  total: 248,
  finished: 248,
  done: 248,
  refused: 0,
  failed: [],
  message: '248 assigned',
  actionId: 'a',
  ...given,
});

test('all done is a success in the API’s words', () => {
  expect(jobToast(job({}), 'New Orders')).toEqual({ kind: 'success', title: '248 assigned' });
});

test('done in part says where the rest stays selected, and what Undo takes back', () => {
  expect(
    jobToast(job({ done: 246, refused: 2, message: '246 assigned, 2 already taken by Tia Team' }), 'New Orders'),
  ).toEqual({
    kind: 'note',
    title: '246 assigned, 2 already taken by Tia Team',
    detail: '2 stay selected in New Orders, with the reason.',
    undo: 'Undo the 246',
  });
});

test('what was cancelled is no success: the rest was not done', () => {
  expect(jobToast(job({ state: 'cancelled', done: 96, message: '96 deleted' }), 'New Orders')).toEqual({
    kind: 'error',
    title: '96 deleted',
    detail: 'The rest was cancelled.',
    undo: 'Undo the 96',
  });
});

test.each(['cancelled', 'failed'] as const)('%s with nothing done is no success', (state) => {
  const ended = job({ state, done: 0, finished: 0, message: '0 deleted', actionId: null });
  expect(jobToast(ended, 'New Orders').kind).toBe('error');
});

test('what broke is a failure, and says what is true of the rest', () => {
  expect(jobToast(job({ state: 'failed', done: 96, message: '96 deleted' }), 'New Orders')).toMatchObject({
    kind: 'error',
    detail: 'It stopped before its end. What is done stays done.',
    undo: 'Undo the 96',
  });
});
