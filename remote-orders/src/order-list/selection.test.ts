import { extendTo, emptySelection, selectionOf, toggleRow, deselect } from './useSelection.ts';
import { orderRowOf } from 'shared/testing/orders';

const rows = ['100001', '100002', '100003', '100004'].map((order_id) => orderRowOf({ order_id }));
const ids = (selection: ReadonlyMap<string, unknown>) => [...selection.keys()];

test('orders ticked on another page stay, with the status they had', () => {
  const before = new Map([['100900', 'Priority' as const]]);
  expect(selectionOf(['100900', '100002'], rows, before)).toEqual(
    new Map([
      ['100900', 'Priority'],
      ['100002', 'New'],
    ]),
  );
});

test('ticking twice is not ticking', () => {
  const once = toggleRow(emptySelection, rows[0]!);
  expect(ids(once)).toEqual(['100001']);
  expect(ids(toggleRow(once, rows[0]!))).toEqual([]);
});

test('"select to here" goes both ways, and deselect a beginning takes the one row', () => {
  expect(ids(extendTo(emptySelection, rows, '100001', '100003'))).toEqual(['100001', '100002', '100003']);
  expect(ids(extendTo(emptySelection, rows, '100004', '100003'))).toEqual(['100003', '100004']);
  expect(ids(extendTo(emptySelection, rows, null, '100002'))).toEqual(['100002']);
});

test('what is done leaves the selection', () => {
  const all = selectionOf(
    rows.map((row) => row.order_id),
    rows,
    emptySelection,
  );
  expect(ids(deselect(all, ['100002', '100009']))).toEqual(['100001', '100003', '100004']);
});
