import { rightFor } from './plan.ts';

const me = { name: 'Tia Team' };
const assigning = (assignto: string) => rightFor({ action: 'assign', assignto }, me);

test('assigning to another member requires a different right than taking an order', () => {
  expect(assigning('Tia Team')).toBe('order.assign');
  expect(assigning(' Tia Team ')).toBe('order.assign');
  expect(assigning('Max Manager')).toBe('order.assignOthers');
});

test('a move to Deleted requires the right to delete in every call', () => {
  expect(rightFor({ action: 'move', updatingStatus: 'Deleted' }, me)).toBe('order.delete');
  expect(rightFor({ action: 'move', updatingStatus: 'Awaiting' }, me)).toBe('order.move');
});

test('for values that are not validated yet, the lowest right is required', () => {
  for (const wrong of [undefined, null, 7, {}]) {
    expect(assigning(wrong as never)).toBe('order.assign');
    expect(rightFor({ action: 'move', updatingStatus: wrong as never }, me)).toBe('order.move');
  }
});
