import { documentOf } from 'shared/testing/orders';
import { needsConfirmation } from './MoveBar.tsx';

const other = documentOf({ warnings: ['Passport: Z0000217 on the document, Z0000271 on the order.'] });
const withdrawn = documentOf({ withdrawn_at: '2026-11-21T10:31:00.000Z' });

test.each([
  ['Deleted', [documentOf()], 'delete'],
  ['Deleted', [], 'delete'],
  ['Completed', [], 'noDocument'],
  ['Completed', [documentOf()], null],
  ['Completed', [other], 'mismatch'],
  ['Completed', [documentOf(), other], null],
  ['Completed', [withdrawn], 'noDocument'],
  ['Completed', [withdrawn, other], 'noDocument'],
  ['Awaiting', [other], null],
] as const)('a move to %s of an order with %j asks: %s', (target, uploadDoc, question) => {
  expect(needsConfirmation(target, { uploadDoc: [...uploadDoc] })).toBe(question);
});
