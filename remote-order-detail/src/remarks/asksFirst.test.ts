import { documentOf } from 'shared/testing/orders';
import { asksFirst } from './asksFirst.ts';

test.each([
  ['Deleted', [documentOf()], 'delete'],
  ['Deleted', [], 'delete'],
  ['Completed', [], 'noDocument'],
  ['Completed', [documentOf()], null],
  ['Awaiting', [], null],
] as const)('a move to %s of an order with %j asks: %s', (target, uploadDoc, question) => {
  expect(asksFirst(target, { uploadDoc: [...uploadDoc] })).toBe(question);
});
