import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { createTrail } from 'shared/rules/listTrail';
import { orderRowOf, documentOf, orderOf } from 'shared/testing/orders';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { disputeOf } from 'shared/testing/packs';
import { fakeDesk, openOrder, type FakeDesk } from '../testing/fakeDesk.tsx';

const list = '/admin/pending-order';

/** A desk that has every order, and whose list contains `listed`. */
function deskWithAList(listed: readonly string[]) {
  const desk = fakeDesk({ order: orderOf({ order_id: '100002', uploadDoc: [documentOf()] }) });
  desk.on(orderCalls.details, ({ orderId }) => ({ data: { ...desk.order, order_id: orderId } }));
  desk.on(folderCalls.list, ({ page, limit }) => {
    const size = Number(limit);
    const rows = listed.slice((page - 1) * size, page * size).map((order_id) => orderRowOf({ order_id }));
    return { data: rows, total: listed.length };
  });
  return desk;
}
const openFrom = (desk: FakeDesk, shown: readonly string[], from = list, offset = 0) =>
  openOrder(desk, { state: { from, trail: createTrail(shown, { at: shown.indexOf('100002'), offset }) } });
const heading = (orderId: string) => screen.findByRole('heading', { level: 1, name: new RegExp(`${orderId} Ananya`) });
const readOf = (desk: FakeDesk, orderId: string) =>
  desk.to(orderCalls.details).filter(({ path }) => path.endsWith(orderId));

test('J opens the next order in the list, and K the previous one', async () => {
  await openFrom(deskWithAList([]), ['100001', '100002', '100003']);
  await userEvent.keyboard('j');
  expect(await heading('100003')).toHaveFocus();
  await userEvent.keyboard('kk');
  expect(await heading('100001')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next in the list' }));
  expect(await heading('100002')).toBeVisible();
});

test('the next order is prefetched once, so that J shows it without a request', async () => {
  const desk = deskWithAList([]);
  await openFrom(desk, ['100001', '100002', '100003']);
  await waitFor(() => expect(readOf(desk, '100003')).toHaveLength(1));
  expect(readOf(desk, '100001')).toEqual([]);
  desk.on(orderCalls.details, () => 'never');
  await userEvent.keyboard('j');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('100003');
  await userEvent.keyboard('k');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('100002');
  expect(readOf(desk, '100003')).toHaveLength(1);
});

test('at the end of the known list, the following orders are fetched', async () => {
  const desk = deskWithAList(['100001', '100002', '100003', '100004']);
  await openFrom(desk, ['100001', '100002']);
  await waitFor(() => expect(readOf(desk, '100003')).toHaveLength(1));
  await userEvent.keyboard('j');
  expect(await heading('100003')).toBeVisible();
  await userEvent.keyboard('j');
  expect(await heading('100004')).toBeVisible();
});

test('after steps along the list, the back link leads to the page that has the order now', async () => {
  // Given ten orders on a page, of which the second is opened
  const listed = Array.from({ length: 30 }, (_, index) => String(100_001 + index));
  const desk = deskWithAList(listed);
  desk.on(orderCalls.details, ({ orderId }) => ({
    data: orderOf({ order_id: orderId, process_status: orderId === '100003' ? 'Completed' : 'Pending' }),
  }));
  await openFrom(desk, listed.slice(0, 10));

  // When the member steps to the eleventh, and one order in between has been completed
  for (const orderId of listed.slice(2, 11)) {
    await userEvent.keyboard('j');
    await heading(orderId);
  }

  // Then the eleventh is now on the first page, and the twelfth on the second
  const back = () => screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href');
  expect(back()).toBe(list);
  await userEvent.keyboard('j');
  await heading('100012');
  expect(back()).toBe(`${list}?page=2`);
});

test('at the end of the list a quiet toast says so', async () => {
  await openFrom(deskWithAList(['100001', '100002']), ['100001', '100002']);
  await userEvent.keyboard('j');
  expect(await screen.findByText('This is the last order in the list.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('100002');
});

test('no order is skipped when others were moved away meanwhile', async () => {
  const following = Array.from({ length: 60 }, (_, index) => String(100_003 + index));
  await openFrom(deskWithAList(following), ['100001', '100002']);
  await userEvent.keyboard('j');
  expect(await heading('100003')).toBeVisible();
});

test('K on the first order of a page opens the last one of the previous page', async () => {
  const listed = Array.from({ length: 60 }, (_, index) => String(100_001 + index));
  const desk = deskWithAList(listed);
  desk.order = orderOf({ order_id: '100051' });
  await openOrder(desk, {
    state: { from: `${list}?page=6`, trail: createTrail(listed.slice(50), { at: 0, offset: 50 }) },
  });
  await userEvent.keyboard('k');
  expect(await heading('100050')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the list' })).toHaveAttribute('href', `${list}?page=5`);
  await userEvent.keyboard('j');
  expect(await heading('100051')).toBeVisible();
});

test('K opens orders that arrived at the top meanwhile, and none from an order that has left the list', async () => {
  const desk = deskWithAList(['100900', '100002']);
  await openFrom(desk, ['100002']);
  await userEvent.keyboard('k');
  expect(await heading('100900')).toBeVisible();
  desk.on(folderCalls.list, () => ({ data: [orderRowOf({ order_id: '100901' })], total: 1 }));
  await userEvent.keyboard('k');
  expect(await screen.findByText('This is the first order in the list.')).toBeVisible();
});

test('steps keep the list’s search and month', async () => {
  const desk = deskWithAList(['100002', '100003']);
  await openFrom(desk, ['100002'], '/admin/future-order?month=Dec');
  await waitFor(() => expect(desk.to(folderCalls.list)).not.toEqual([]));
  expect(desk.to(folderCalls.list)[0]!.search.get('month')).toBe('Dec');
  desk.on(folderCalls.search, () => ({ data: [orderRowOf({ order_id: '100009' })], total: 1, more: false }));
  await userEvent.keyboard('j');
  await heading('100003');
});

test('in a search, J opens its next hit', async () => {
  const desk = deskWithAList([]);
  desk.on(folderCalls.search, () => ({
    data: ['100002', '100009'].map((order_id) => orderRowOf({ order_id })),
    total: 2,
    more: false,
  }));
  await openFrom(desk, ['100002'], `${list}?q=tupou`);
  await userEvent.keyboard('j');
  expect(await heading('100009')).toBeVisible();
  expect(desk.to(folderCalls.search)[0]!.body).toMatchObject({ searchVal: 'tupou', folderName: 'pendingOrder' });
});

test('an order that was not opened from a list has no steps, and J does nothing', async () => {
  const desk = deskWithAList(['100003']);
  await openOrder(desk);
  expect(screen.queryByRole('button', { name: 'Next in the list' })).toBeNull();
  await userEvent.keyboard('j');
  expect(desk.to(folderCalls.list)).toEqual([]);
});

test.each([
  ['New Order', '/admin/recent-order?page=3', 23, { folderName: 'newOrder' }],
  ['New Order once it is empty', '/admin/recent-order?page=3', 0, {}],
  ['Priority Order', '/admin/priority-order', 23, {}],
  ['another list', list, 23, {}],
])('N claims the next order, from %s', async (_name, from, count, body) => {
  const desk = deskWithAList([]);
  desk.on(folderCalls.folderCounts, () => ({ data: folderCountsOf(() => count) }));
  desk.on(orderCalls.nextOrder, () => ({
    message: 'Order has been assigned successfully',
    data: { order_id: '100500', actionId: 'a' },
  }));
  await openFrom(desk, ['100002'], from, from.endsWith('page=3') ? 20 : 0);
  await userEvent.keyboard('n');
  expect(await heading('100500')).toHaveFocus();
  expect(desk.to(orderCalls.nextOrder).map((asked) => asked.body)).toEqual([body]);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the list' })).toHaveAttribute('href', from);
  // On the claimed order, N claims another one from the same folder.
  await userEvent.keyboard('n');
  await waitFor(() => expect(desk.to(orderCalls.nextOrder).map((asked) => asked.body)).toEqual([body, body]));
});

test('after N, J goes on in the list, and K returns', async () => {
  const desk = deskWithAList([]);
  desk.on(orderCalls.nextOrder, () => ({
    message: 'Order has been assigned successfully',
    data: { order_id: '100500', actionId: 'a' },
  }));
  await openFrom(desk, ['100001', '100002', '100003']);
  await userEvent.keyboard('n');
  await heading('100500');
  for (const [key, orderId] of [
    ['j', '100003'],
    ['k', '100500'],
    ['k', '100002'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(await heading(orderId)).toBeVisible();
  }
});

test('N that claims the order on the page shows its new assignee', async () => {
  const desk = deskWithAList([]);
  desk.order = { ...desk.order, assign_to: null, assigned_to_me: false };
  desk.on(orderCalls.nextOrder, () => {
    desk.order = { ...desk.order, assign_to: 'Tia Team', assigned_to_me: true };
    return { message: 'Order has been assigned successfully', data: { order_id: '100002', actionId: 'a' } };
  });
  await openFrom(desk, ['100002']);
  expect(screen.getByText('Unassigned')).toBeVisible();
  await userEvent.keyboard('n');
  expect(await screen.findByText('Assigned to you')).toBeVisible();
});

test('when there is no order to claim, a toast says so, and the page stays', async () => {
  const desk = deskWithAList([]);
  desk.on(orderCalls.nextOrder, () => ({ httpStatus: 404, message: 'There are no orders to take.' }));
  await openFrom(desk, ['100002']);
  await userEvent.click(screen.getByRole('button', { name: 'Next order' }));
  expect(await screen.findByText('There are no orders to take.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('100002');
});

describe('on an order from Refunds', () => {
  const openRefund = async (refunds: readonly string[]) => {
    const desk = deskWithAList([]);
    desk.order = { ...desk.order, process_status: 'Refunds' };
    const rows = ['100002', '100003', '100004'].map((order_id) =>
      orderRowOf({ order_id, process_status: refunds.includes(order_id) ? 'Refunds' : 'Completed Refunds' }),
    );
    desk.on(folderCalls.list, () => ({ data: rows, total: rows.length }));
    await openOrder(desk, { state: { from: '/admin/refund-order' } });
    return desk;
  };

  test('N opens the next order that is not refunded yet, and claims nothing', async () => {
    const desk = await openRefund(['100002', '100004']);
    expect(screen.getByRole('button', { name: 'Next refund' })).toBeVisible();
    await userEvent.keyboard('n');
    expect(await heading('100004')).toHaveFocus();
    expect(desk.to(orderCalls.nextOrder)).toEqual([]);
    await userEvent.keyboard('k');
    expect(await heading('100003')).toBeVisible();
  });

  test('after the last refund, N is "Next order" again', async () => {
    await openRefund(['100002']);
    await userEvent.keyboard('n');
    expect(await screen.findByText('No more refunds are waiting.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next order' })).toBeVisible();
  });
});

test('on an order from Charge Back, N opens the next most urgent dispute, and the first after the last', async () => {
  const desk = deskWithAList([]);
  desk.order = { ...desk.order, process_status: 'ChargeBack' };
  desk.on(defencePackCalls.disputes, () => ({
    data: ['100004', '100002', '100003'].map((orderId) => disputeOf(orderId, 2)),
    total: 3,
  }));
  await openOrder(desk, { state: { from: '/admin/chargeback' } });
  expect(screen.getByRole('button', { name: 'Next dispute' })).toBeVisible();
  await userEvent.keyboard('n');
  expect(await heading('100003')).toHaveFocus();
  await userEvent.keyboard('n');
  expect(await heading('100004')).toHaveFocus();
  expect(desk.to(orderCalls.nextOrder)).toEqual([]);
});

test('on the only order in Charge Back, N says so, and is "Next order" again', async () => {
  const desk = deskWithAList([]);
  desk.order = { ...desk.order, process_status: 'ChargeBack' };
  desk.on(defencePackCalls.disputes, () => ({ data: [disputeOf('100002', 2)], total: 1 }));
  await openOrder(desk, { state: { from: '/admin/chargeback' } });
  await userEvent.keyboard('n');
  expect(await screen.findByText('No more disputes are waiting.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next order' })).toBeVisible();
});

test('a step with a draft focuses the next order’s heading, and its composer is closed', async () => {
  await openFrom(deskWithAList([]), ['100002', '100003']);
  await userEvent.type(screen.getByRole('textbox', { name: /Add Comment Below/ }), 'Worth keeping');
  await userEvent.keyboard('{Escape}j');
  expect(await heading('100003')).toHaveFocus();
  expect(screen.getByRole('textbox', { name: /Add Comment Below/ })).toHaveValue('');
  expect(screen.queryByRole('checkbox', { name: 'Telephone' })).toBeNull();
  await userEvent.keyboard('k');
  await heading('100002');
  expect(screen.getByRole('textbox', { name: /Add Comment Below/ })).toHaveValue('Worth keeping');
});
