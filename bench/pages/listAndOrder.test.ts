import { listAndOrder } from '../../e2e/pages/listAndOrder.ts';

const script = (path: string) => ({ url: `http://localhost:4000${path}`, gzipped: 1_000 });
const shell = script('/assets/shell.0a1b2c3d.js');
const list = script('/remotes/remote-orders/1a/assets/list.0a1b2c3d.js');
const order = script('/remotes/remote-order-detail/2b/assets/order.0a1b2c3d.js');
const dialogs = script('/assets/dialogs.0a1b2c3d.js');

test('what a click loads is the order’s, its own remote’s and others’', () => {
  expect(listAndOrder([shell, list], [order, dialogs])).toEqual({ list: [shell, list], order: [order, dialogs] });
});

test('an order’s scripts that the list loaded ahead are the order’s all the same, and count once', () => {
  expect(listAndOrder([shell, list, order], [order, dialogs])).toEqual({
    list: [shell, list],
    order: [order, dialogs],
  });
});

test('what the list has loaded is not counted again when the click answers it from the cache', () => {
  expect(listAndOrder([shell, list], [shell, order])).toEqual({ list: [shell, list], order: [order] });
});
