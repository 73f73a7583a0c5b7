import { documentOf, mailOf, messageOf, orderOf as bareOrder } from 'shared/testing/orders';
import { mailStates, type OrderDetails } from 'shared/api/orderDetails';
import { documentFileMissing } from 'shared/rules/documentFaults';
import { primaryAction } from './primaryAction.ts';

const actionOn = (changes: Partial<OrderDetails>, takesMessage = false, movedTo?: string) =>
  primaryAction(bareOrder({ uploadDoc: [documentOf()], assign_to: 'Tia Team', ...changes }), {
    role: 'Team',
    movedTo,
    takesMessage,
  });

test('an unassigned order must be assigned first, if it can be', () => {
  expect(actionOn({ process_status: 'New', assign_to: null })).toBe('assign');
  expect(actionOn({ process_status: 'Priority', assign_to: null, mailHistory: [mailOf()] })).toBe('assign');
  expect(actionOn({ process_status: 'Pending', assign_to: null })).toBe('next');
});

test('a customer’s unhandled message is answered first, once the order is assigned', () => {
  const customer_wrote = true;
  const wrote = (['Awaiting', 'Refunds', 'ChargeBack', 'Completed', 'Deleted'] as const).map((process_status) =>
    actionOn({ process_status, customer_wrote }),
  );
  expect(wrote).toEqual(['reply', 'reply', 'reply', 'reply', 'next']);
  expect(actionOn({ process_status: 'New', customer_wrote, assign_to: null })).toBe('assign');
});

test('in Messages, the next message follows once the customer’s own is handled', () => {
  const awaiting = { process_status: 'Awaiting' } as const;
  expect(actionOn(awaiting)).toBe('upload');
  expect(actionOn(awaiting, true)).toBe('next');
  expect(actionOn({ ...awaiting, customer_wrote: true }, true)).toBe('reply');
  expect(actionOn({ process_status: 'New', assign_to: null }, true)).toBe('assign');
  expect(actionOn({ process_status: 'Deleted' }, true)).toBe('next');
});

test('a dispute asks for its first pack, mailed or not', () => {
  expect(actionOn({ process_status: 'ChargeBack' })).toBe('pack');
  expect(actionOn({ process_status: 'ChargeBack', mailHistory: [mailOf()] })).toBe('pack');
});

test('an order without a mailed document asks for one', () => {
  expect(actionOn({ process_status: 'New' })).toBe('upload');
  expect(actionOn({ process_status: 'New', mailHistory: [mailOf({ state: 'unknown' })] })).toBe('upload');
  expect(actionOn({ process_status: 'AwaitingGovt' })).toBe('upload');
});

test('after the member’s own move, "Next order" follows', () => {
  for (const status of ['AwaitingGovt', 'Contact Customer', 'Customer Called'] as const) {
    expect(actionOn({ process_status: status }, false, status)).toBe('next');
  }
  // Undo has brought it back from Pending.
  expect(actionOn({ process_status: 'AwaitingGovt' }, false, 'Pending')).toBe('upload');
});

test('after a document’s mail bounced or failed, its address is corrected, unless the document is at fault', () => {
  for (const state of ['bounced', 'failed'] as const) {
    expect(actionOn({ process_status: 'New', mailHistory: [mailOf({ state })] })).toBe('correct');
    expect(actionOn({ process_status: 'Completed', mailHistory: [mailOf({ state })] })).toBe('correct');
    expect(actionOn({ process_status: 'New', mailHistory: [mailOf({ state })], uploadDoc: [] })).toBe('upload');
  }
  const mailHistory = [mailOf({ state: 'failed', reason: documentFileMissing })];
  expect(actionOn({ process_status: 'New', mailHistory })).toBe('upload');
  expect(actionOn({ process_status: 'New', mailHistory: [mailOf({ kind: 'invoice', state: 'bounced' })] })).toBe(
    'upload',
  );
});

test('only the newest document mail counts, and no other mails', () => {
  const mailHistory = [mailOf({ id: 2, state: 'unknown' }), mailOf({ id: 1, state: 'delivered' })];
  expect(actionOn({ process_status: 'New', mailHistory })).toBe('upload');
  expect(actionOn({ process_status: 'New', mailHistory: [mailOf({ kind: 'invoice' })] })).toBe('upload');
});

test('an order in Refunds is refunded next, and "Next order" follows one that needs nothing from the member', () => {
  expect(actionOn({ process_status: 'Refunds' })).toBe('refund');
  expect(actionOn({ process_status: 'Deleted' })).toBe('next');
  expect(primaryAction(bareOrder({ process_status: 'Deleted' }), { role: 'Admin' })).toBeNull();
  const question = messageOf({ from: 'staff', kind: 'question' });
  expect(actionOn({ process_status: 'Awaiting', customerMessages: [question] })).toBe('next');
  expect(actionOn({ process_status: 'New', customerMessages: [question] })).toBe('upload');
  expect(actionOn({ process_status: 'Completed', mailHistory: [mailOf()] })).toBe('next');
  expect(actionOn({ process_status: 'Completed Refunds', uploadDoc: [] })).toBe('next');
  expect(actionOn({ process_status: 'Completed', uploadDoc: [] })).toBe('upload');
});

test('a queued or sent mail allows completing the order; a cancelled one does not hide an earlier mail', () => {
  const isOut = mailStates.filter(
    (state) => actionOn({ process_status: 'Awaiting', mailHistory: [mailOf({ state })] }) === 'complete',
  );
  expect(isOut).toEqual(['queued', 'sent', 'delivered', 'opened', 'complained']);
  const mailHistory = [mailOf({ id: 2, state: 'cancelled' }), mailOf({ id: 1, state: 'delivered' })];
  expect(actionOn({ process_status: 'Awaiting', mailHistory })).toBe('complete');
});

test('an order whose documents were withdrawn asks for another, whatever was mailed', () => {
  const uploadDoc = [documentOf({ withdrawn_at: '2026-11-21T10:31:00.000Z' })];
  expect(actionOn({ process_status: 'New', mailHistory: [mailOf()], uploadDoc })).toBe('upload');
});
