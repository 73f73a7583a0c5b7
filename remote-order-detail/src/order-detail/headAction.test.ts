import { documentOf, mailOf, orderOf as bareOrder } from 'shared/testing/orders';
import { mailStates } from 'shared/api/orderDetails';
import { headAction } from './OrderHead.tsx';

const orderOf = (changes: Parameters<typeof bareOrder>[0]) => bareOrder({ uploadDoc: [documentOf()], ...changes });

test('an order without a sent document asks for one', () => {
  expect(headAction(orderOf({ process_status: 'New' }))).toBe('upload');
  expect(headAction(orderOf({ process_status: 'New', mailHistory: [mailOf({ state: 'queued' })] }))).toBe('upload');
  expect(headAction(orderOf({ process_status: 'New', mailHistory: [mailOf({ state: 'failed' })] }))).toBe('upload');
});

test('after a sent mail an open order is to be completed', () => {
  const mailHistory = [mailOf({ state: 'sent' })];
  expect(headAction(orderOf({ process_status: 'Awaiting', mailHistory }))).toBe('complete');
  expect(headAction(orderOf({ process_status: 'Completed', mailHistory }))).toBe('upload');
});

test('only the newest document mail counts, and only document mails', () => {
  const mailHistory = [mailOf({ id: 2, state: 'bounced' }), mailOf({ id: 1, state: 'delivered' })];
  expect(headAction(orderOf({ process_status: 'New', mailHistory }))).toBe('upload');
  expect(headAction(orderOf({ process_status: 'New', mailHistory: [mailOf({ kind: 'invoice' })] }))).toBe('upload');
});

test('an order on Refunds is to be refunded, a deleted one has nothing next', () => {
  expect(headAction(orderOf({ process_status: 'Refunds' }))).toBe('refund');
  expect(headAction(orderOf({ process_status: 'Deleted' }))).toBeNull();
});

test('a mail that is out, whatever became of it there, lets the order be completed; one taken back hides none', () => {
  const isOut = mailStates.filter(
    (state) => headAction(orderOf({ process_status: 'Awaiting', mailHistory: [mailOf({ state })] })) === 'complete',
  );
  expect(isOut).toEqual(['sent', 'delivered', 'opened', 'complained']);
  const mailHistory = [mailOf({ id: 2, state: 'cancelled' }), mailOf({ id: 1, state: 'delivered' })];
  expect(headAction(orderOf({ process_status: 'Awaiting', mailHistory }))).toBe('complete');
});

test('an order whose documents were withdrawn asks for another, whatever was mailed', () => {
  const uploadDoc = [documentOf({ withdrawn_at: '2026-11-21T10:31:00.000Z' })];
  expect(headAction(orderOf({ process_status: 'New', mailHistory: [mailOf()], uploadDoc }))).toBe('upload');
});
