import { addNextOrder, placeInList, createTrail, readTrail } from './listTrail.ts';

const idsOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => String(from + index));
const ten = { orderIds: idsOf(1, 10), offset: 0, left: [] };

test('an order is opened with the orders around it in its list, and only some of a long list', () => {
  expect(createTrail(idsOf(1, 10), { at: 3, offset: 0 })).toEqual(ten);
  const { orderIds, offset } = createTrail(idsOf(1, 20_000), { at: 1_234, offset: 0 });
  expect([orderIds[0], orderIds.at(-1), offset]).toEqual(['1185', '1285', 1_184]);
  expect(createTrail(idsOf(1, 10), { at: 0, offset: 60 }).offset).toBe(60);
});

test('an order’s place in its list ignores earlier orders that have left', () => {
  const trail = createTrail(idsOf(1, 10), { at: 3, offset: 90 });
  expect(placeInList(trail, '1')).toBe(90);
  expect(placeInList(trail, '8')).toBe(97);
  expect(placeInList(trail, '11')).toBeNull();
  expect(placeInList({ ...trail, left: ['3', '8', '9'] }, '8')).toBe(96);
});

test('the next order follows the open one, or comes before the first, and leaves the others’ places unchanged', () => {
  const trail = createTrail(idsOf(1, 3), { at: 0, offset: 0 });
  expect(addNextOrder(trail, '2', '9')).toEqual({ orderIds: ['1', '2', '9', '3'], offset: 0, left: ['9'] });
  expect(addNextOrder(trail, null, '9').orderIds).toEqual(['9', '1', '2', '3']);
  expect(addNextOrder(trail, '1', '3')).toBe(trail);
});

test('a history entry without a trail, or with a trail in an old format, gives none', () => {
  expect(readTrail({ from: '/admin/recent-order', trail: ten })).toEqual(ten);
  const others = [null, 'x', {}, { trail: null }, { trail: { orderIds: 'x' } }, { trail: { orderIds: ten.orderIds } }];
  for (const state of others) expect(readTrail(state)).toBeNull();
});
