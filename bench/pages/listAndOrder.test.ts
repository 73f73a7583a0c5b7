import { listAndOrder } from '../../e2e/pages/listAndOrder.ts';

const script = (path: string) => ({ url: `http://localhost:4000${path}`, gzipped: 1_000 });
const shell = script('/assets/shell.0a1b2c3d.js');
const list = script('/remotes/remote-orders/1a/assets/list.0a1b2c3d.js');
const order = script('/remotes/remote-order-detail/2b/assets/order.0a1b2c3d.js');
const dialogs = script('/assets/dialogs.0a1b2c3d.js');

test('scripts loaded by a click are the order’s, from its own remote and others', () => {
  expect(listAndOrder([shell, list], [order, dialogs])).toEqual({ list: [shell, list], order: [order, dialogs] });
});

test('an order’s scripts prefetched by the list count as the order’s, once', () => {
  expect(listAndOrder([shell, list, order], [order, dialogs])).toEqual({
    list: [shell, list],
    order: [order, dialogs],
  });
});

test('scripts of the list are not counted again if the click gets them from the cache', () => {
  expect(listAndOrder([shell, list], [shell, order])).toEqual({ list: [shell, list], order: [order] });
});
