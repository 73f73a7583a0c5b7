import { rightFor } from './plan.ts';

const me = { name: 'Tia Team' };
const assigning = (assignto: string) => rightFor({ action: 'assign', assignto }, me);

test('to assign to another needs more than to take an order oneself', () => {
  expect(assigning('Tia Team')).toBe('order.assign');
  expect(assigning(' Tia Team ')).toBe('order.assign');
  expect(assigning('Max Manager')).toBe('order.assignOthers');
});

test('a move to Deleted needs the right to delete, by whatever call', () => {
  expect(rightFor({ action: 'move', updatingStatus: 'Deleted' }, me)).toBe('order.delete');
  expect(rightFor({ action: 'move', updatingStatus: 'Awaiting' }, me)).toBe('order.move');
});

test('of values that nobody has checked yet, the least right is asked', () => {
  for (const wrong of [undefined, null, 7, {}]) {
    expect(assigning(wrong as never)).toBe('order.assign');
    expect(rightFor({ action: 'move', updatingStatus: wrong as never }, me)).toBe('order.move');
  }
});
