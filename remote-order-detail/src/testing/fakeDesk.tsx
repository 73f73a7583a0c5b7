/** The order page over a faked network: everything of ours runs, but no request leaves. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import toast from 'react-hot-toast/headless';
import type { OrderDetails } from 'shared/api/orderDetails';
import { encodeOrderId } from 'shared/format/orderIdCode';
import type { Role } from 'shared/rules/permissions';
import { queryClient } from 'shared/desk/calls/queryClient';
import { useSession } from 'shared/desk/session/session';
import { Toaster } from 'shared/desk/toasts/Toaster';
import { OrderDetailScreen } from '../order-detail/OrderDetailScreen.tsx';
import { orderOf } from './orders.ts';

interface Sent {
  /** 'PUT /admin/move-order-status'. */
  call: string;
  body: unknown;
  headers: Headers;
}

type Reply = { httpStatus?: number; status?: 0 | 1; message?: string; data?: unknown; errors?: Record<string, string> };
type Handler = (sent: Sent) => Reply | Promise<Reply>;

/** Every request so far, and what answers the next ones: by its call, else as if it was done. */
export interface FakeDesk {
  sent: Sent[];
  answers: Record<string, Handler>;
  /** The order as the API answers it from now on. */
  order: OrderDetails;
  /** The requests of one call. */
  to: (call: string) => Sent[];
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
  const desk: FakeDesk = {
    sent: [],
    order,
    to: (call) => desk.sent.filter((sent) => sent.call === call),
    answers: {
      'GET /admin/get-folder-count': () => ({ data: {} }),
      'GET /admin/mail-providers': () => ({ data: { AWS: true, Sendgrid: true } }),
    },
  };
  globalThis.fetch = async (resource, init) => {
    const request = new Request(resource, init);
    const path = new URL(request.url).pathname.replace(/^\/api/, '');
    const isForm = request.headers.get('Content-Type')?.startsWith('multipart/');
    const text = isForm || request.method === 'GET' ? '' : await request.text();
    const body = isForm ? Object.fromEntries(await request.formData()) : text && JSON.parse(text);
    const sent = { call: `${request.method} ${path}`, body, headers: request.headers };
    desk.sent.push(sent);
    const answer = desk.answers[sent.call] ?? whatever(desk, sent.call);
    const { httpStatus = 200, ...reply } = await answer(sent);
    const status = httpStatus === 200 ? 1 : 0;
    return Response.json({ status, message: '', data: null, ...reply }, { status: httpStatus });
  };
  return desk;
}

const whatever = (desk: FakeDesk, call: string): Handler =>
  call.startsWith('GET /admin/get-orders-details/')
    ? () => ({ data: desk.order })
    : () => ({ message: 'Done', data: { done: [desk.order.order_id], failed: [], actionId: null } });

/** Opens the order's page, or what `code` of its address leads to, and waits until it is there. */
export async function openOrder(
  desk: FakeDesk,
  { code = encodeOrderId(desk.order.order_id), state = null as unknown } = {},
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
  await screen.findByRole('heading', { level: 1, name: new RegExp(desk.order.full_name) });
  return view;
}
