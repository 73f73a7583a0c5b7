import { extendTo, hasLeft, selectionOf, toggleRow, deselect } from './useSelection.ts';
import { orderRowOf } from 'shared/testing/orders';

const rows = ['100001', '100002', '100003', '100004'].map((order_id) => orderRowOf({ order_id }));
const ids = (selection: ReadonlyMap<string, unknown>) => [...selection.keys()];

test('orders selected on another page stay selected, with the row they had', () => {
  const elsewhere = orderRowOf({ order_id: '100900', process_status: 'Priority' });
  expect(selectionOf(['100900', '100002'], rows, new Map([['100900', elsewhere]]))).toEqual(
    new Map([
      ['100900', elsewhere],
      ['100002', rows[1]],
    ]),
  );
});

test('selecting twice deselects', () => {
  const once = toggleRow(new Map(), rows[0]!);
  expect(ids(once)).toEqual(['100001']);
  expect(ids(toggleRow(once, rows[0]!))).toEqual([]);
});

test('"select to here" works both ways, and from a deselected row selects only this row', () => {
  expect(ids(extendTo(new Map(), rows, '100001', '100003'))).toEqual(['100001', '100002', '100003']);
  expect(ids(extendTo(new Map(), rows, '100004', '100003'))).toEqual(['100003', '100004']);
  expect(ids(extendTo(new Map(), rows, null, '100002'))).toEqual(['100002']);
});

test('completed orders leave the selection', () => {
  const all = new Map(rows.map((row) => [row.order_id, row]));
  expect(ids(deselect(all, ['100002', '100009']))).toEqual(['100001', '100003', '100004']);
});

test.each([
  ['left: it was between two rows', '2026-11-02', 2, true],
  ['went to the next page', '2026-10-31', 2, false],
  ['went to the previous page', '2026-11-05', 2, false],
  ['left: no page comes before', '2026-11-05', 1, true],
  ['left: no page comes after', '2026-10-31', 3, true],
])('a selected order that is missing on its page %s', (_, day, page, left) => {
  const at = (date: string, order_id: string) => orderRowOf({ order_id, created_at: `${date}T00:00:00Z` });
  const shown = {
    rows: [at('2026-11-03', '100003'), at('2026-11-01', '100001')],
    pagination: { page, limit: 10 as const },
    total: 30,
    term: '',
  };
  const sort = { by: 'created_at', direction: 'desc' } as const;
  expect(hasLeft(at(day, '100002'), shown, sort)).toBe(left);
  expect(hasLeft(at(day, '100002'), { ...shown, term: 'mele' }, sort)).toBe(false);
});
