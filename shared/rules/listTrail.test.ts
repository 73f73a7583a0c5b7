import { goneOnFrom, placeInList, trailFrom, trailIn, withFollowing, withPreceding } from './listTrail.ts';

const idsOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => String(from + index));
const ten = { orderIds: idsOf(1, 10), offset: 0, left: [], first: 1, last: 1 };

test('an order is opened with what stands around it in its list, and no more of a list that shows thousands', () => {
  expect(trailFrom(idsOf(1, 10), { at: 3, offset: 0 })).toEqual(ten);
  const { orderIds, offset, first, last } = trailFrom(idsOf(1, 20_000), { at: 1_234, offset: 0 });
  expect([orderIds[0], orderIds.at(-1), orderIds.length, offset]).toEqual(['1225', '1275', 51, 1_224]);
  expect([first, last]).toEqual([25, 25]);
  expect(trailFrom(idsOf(1, 10), { at: 0, offset: 60 }).last).toBe(2);
});

test('what follows in the list is added, without what is known', () => {
  expect(withFollowing(ten, idsOf(1, 12), 1)).toEqual({ ...ten, orderIds: idsOf(1, 12) });
  expect(withFollowing(ten, idsOf(1, 10), 1)).toBeNull();
  expect(withFollowing(ten, idsOf(10, 5), 2)).toEqual({ ...ten, orderIds: idsOf(1, 14), last: 2 });
});

test('when all that was known has left the list, what moved up follows', () => {
  expect(withFollowing(ten, idsOf(11, 50), 1)?.orderIds).toEqual(idsOf(1, 60));
});

test('what arrived at the top of the list meanwhile does not follow, but precedes', () => {
  const rows = ['new', ...idsOf(1, 10)];
  expect(withFollowing(ten, rows, 1)).toBeNull();
  expect(withPreceding(ten, rows, 1)?.orderIds).toEqual(rows);
});

test('before the first of a page stands the end of the page before', () => {
  const second = { orderIds: idsOf(51, 10), offset: 50, left: [], first: 2, last: 2 };
  expect(withPreceding(second, idsOf(51, 50), 2)).toBeNull();
  expect(withPreceding(second, idsOf(1, 50), 1)).toEqual({ ...second, orderIds: idsOf(1, 60), offset: 0, first: 1 });
});

test('an order’s place in its list is where it stood, without those before it that have left', () => {
  const trail = trailFrom(idsOf(1, 10), { at: 3, offset: 90 });
  expect(placeInList(trail, '1')).toBe(90);
  expect(placeInList(trail, '8')).toBe(97);
  expect(placeInList(trail, '11')).toBeNull();
  const moved = ['3', '8', '9'].reduce((now, id) => goneOnFrom(now, id, true), trail);
  expect(placeInList(moved, '8')).toBe(96);
  expect(placeInList(goneOnFrom(moved, '3', false), '8')).toBe(97);
});

test('an entry that carries none has none', () => {
  expect(trailIn({ from: '/admin/recent-order', trail: ten })).toEqual(ten);
  for (const state of [null, 'x', {}, { trail: null }, { trail: { orderIds: 'x' } }]) expect(trailIn(state)).toBeNull();
});

test('nor is an entry of a version whose trails knew less taken for one', () => {
  expect(trailIn({ trail: { orderIds: ten.orderIds, first: 1, last: 1 } })).toBeNull();
});
