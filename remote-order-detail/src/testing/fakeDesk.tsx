/** Renders the order page over a fake network. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import toast from 'react-hot-toast/headless';
import { documentCalls } from 'shared/api/documentCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { sections } from 'shared/declaration/sections';
import { queryClient, Toaster, useSession } from 'shared/desk';
import { encodeOrderId } from 'shared/format/orderIdCode';
import type { Role } from 'shared/rules/permissions';
import { fakeApi, type FakeApi } from 'shared/testing/fakeApi';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { OrderDetailScreen } from '../order-detail/OrderDetailScreen.tsx';
import { orderOf } from 'shared/testing/orders';

/** A fake API with one order. Some changes succeed, but none has an effect. */
export interface FakeDesk extends FakeApi {
  /** The order that the API returns. */
  order: OrderDetails;
}

export function fakeDesk({ order = orderOf(), role = 'Manager' as Role } = {}): FakeDesk {
  queryClient.clear();
  toast.remove();
  localStorage.clear();
  useSession.setState({
    accessToken: 'token',
    user: { id: 3, name: 'Max Manager', type: role },
    isAuth: true,
    role,
  });
  const desk: FakeDesk = { ...fakeApi(), order };
  const changed = () => ({ message: 'Done', data: { done: [desk.order.order_id], failed: [], actionId: null } });
  for (const call of [orderCalls.assign, orderCalls.move, orderCalls.restore, orderCalls.completeRefund])
    desk.on(call, changed);
  desk.on(orderCalls.details, () => ({ data: desk.order }));
  desk.on(folderCalls.folderCounts, () => ({ data: folderCountsOf() }));
  desk.on(documentCalls.mailProviders, () => ({ data: { AWS: true, Sendgrid: true } }));
  desk.on(documentCalls.resend, () => ({ message: 'Done', data: { mailId: 1, dueAt: null } }));
  return desk;
}

interface Opening {
  /** The encoded order id in the URL. */
  code?: string;
  state?: unknown;
  /** Resolves when the page is ready; by default, when its last section has rendered. */
  until?: () => Promise<unknown>;
}

/** Opens the page and waits until it has loaded. */
export async function openOrder(
  desk: FakeDesk,
  {
    code = encodeOrderId(desk.order.order_id),
    state = null,
    until = () => screen.findByText(sections.comments.title),
  }: Opening = {},
) {
  const view = render(
    <MemoryRouter initialEntries={[{ pathname: `/admin/view-order/${encodeURIComponent(code)}`, state }]}>
      <Routes>
        <Route path="/admin/view-order/:orderId" element={<OrderDetailScreen />} />
        <Route path="*" element={<p>Another screen</p>} />
      </Routes>
      <Toaster />
    </MemoryRouter>,
  );
  await until();
  return view;
}

/** Stops `performance.now` until `jest.restoreAllMocks`. Returns a function that advances it. */
export function stopClock(): (milliseconds: number) => void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  return (milliseconds) => void (now += milliseconds);
}
