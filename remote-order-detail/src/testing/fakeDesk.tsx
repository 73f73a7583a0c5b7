/** The order page over a faked network: everything of ours runs, but no request leaves. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import toast from 'react-hot-toast/headless';
import { documentCalls } from 'shared/api/documentCalls';
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

/** The API with one order. What changes it is answered as done, and has changed nothing yet. */
export interface FakeDesk extends FakeApi {
  /** The order as the API answers it from now on. */
  order: OrderDetails;
}

/** A desk with one order, on which `role` works. */
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
  desk.on(orderCalls.folderCounts, () => ({ data: folderCountsOf() }));
  desk.on(documentCalls.mailProviders, () => ({ data: { AWS: true, Sendgrid: true } }));
  desk.on(documentCalls.resend, () => ({ message: 'Done', data: { mailId: 1, dueAt: null } }));
  return desk;
}

interface Opening {
  /** Of its address; the order's own, if not given. */
  code?: string;
  /** What the address before left for this page. */
  state?: unknown;
  /** What shows that it is there: the last of its sections, if nothing else is said. */
  until?: () => Promise<unknown>;
}

/** Opens the order's page, or what `code` of its address leads to, and waits until it is there. */
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
