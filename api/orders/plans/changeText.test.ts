import type { HistoryKind } from '../../db/schema/orderHistory.ts';
import { changeText } from './plan.ts';

const change = {
  orderId: '100471',
  at: '2026-03-10T10:31:59.000Z',
  by: 'Tia Team',
  kind: 'move',
  to: 'AwaitingGovt',
} as const;

test('a move is described by who, what and when, with the label of the status', () => {
  expect(changeText(change)).toBe('Tia Team moved 100471 to Awaiting Govt at 10:31 (UTC)');
});

test('automatic changes are described with the product’s name', () => {
  const promoted = { ...change, by: null, kind: 'promote', to: 'New' } as const;
  expect(changeText(promoted)).toBe('Arrival Desk moved 100471 to New at 10:31 (UTC)');
});

test('a customer’s message is described as theirs', () => {
  const wrote = { ...change, by: null, kind: 'customer', to: 'NZ 104' } as const;
  expect(changeText(wrote)).toBe('The customer wrote about 100471 at 10:31 (UTC)');
});

test.each<[HistoryKind, string | null, string]>([
  ['assign', 'Max Manager', 'assigned 100471 to Max Manager'],
  ['release', null, 'moved 100471 to its original folder'],
  ['remark', 'Called', 'commented on 100471'],
  ['ask', 'Your flight?', 'asked the customer a question on 100471'],
  ['withdrawReply', null, 'withdrew a reply on 100471'],
  ['withdrawQuestion', null, 'withdrew a question on 100471'],
  ['settle', null, 'marked the messages on 100471 as handled'],
  ['mail', 'cancelled', 'cancelled an email for 100471'],
  ['undo', 'New', 'undid an action on 100471'],
  ['payment', '2026-03-10T10:31:00Z', 'marked 100471 as paid'],
])('%s has a description without the text of remarks', (kind, to, words) => {
  expect(changeText({ ...change, kind, to })).toBe(`Tia Team ${words} at 10:31 (UTC)`);
});
