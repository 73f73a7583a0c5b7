/** Orders, a signed-in member and a fake network for this screen's tests: everything above `fetch` is the real thing. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import type { OrderRow } from 'shared/api/orderRow';
import { queryClient, signedIn, Toaster } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import { folders, type FolderName } from 'shared/rules/folders';
import type { Role } from 'shared/rules/permissions';
import { blankOrderRow } from 'shared/testing/blankOrderRow';
import { FutureOrdersScreen } from '../future-orders/FutureOrdersScreen.tsx';
import { OrderListScreen } from './OrderListScreen.tsx';

/** One order; `100001` and on, so that a page reads as its numbers. */
export function orderRowOf(given: Partial<OrderRow> & { order_id: string }): OrderRow {
  return {
    ...blankOrderRow,
    process_status: 'New',
    first_name: 'Mele',
    last_name: `Tupou ${given.order_id}`,
    full_name: `Mele Tupou ${given.order_id}`,
    email: `order${given.order_id}@example.test`,
    phone_number: '20 555 0128',
    country_code: '676',
    created_at: '2026-11-21T08:40:00.000Z',
    ...given,
  };
}

/** `count` orders, newest first: the first is `100000 + count`. */
export const ordersOf = (count: number, given: Partial<OrderRow> = {}) =>
  Array.from({ length: count }, (_, index) => orderRowOf({ ...given, order_id: String(100_000 + count - index) }));

export interface Request {
  method: string;
  /** Below /api. */
  path: string;
  search: URLSearchParams;
  body: unknown;
  headers: Headers;
  signal: AbortSignal;
}

type Answer = { httpStatus?: number; body: object } | 'never' | 'unreachable';

/** Answers calls by `METHOD /path`; a page of `orders` for a list that no answer is given for. Returns what was asked. */
export function fakeNetwork({
  orders = [],
  answers = {},
}: {
  orders?: readonly OrderRow[];
  answers?: Record<string, (request: Request) => Answer>;
}) {
  const asked: Request[] = [];
  globalThis.fetch = async (resource, init) => {
    const request = new Request(resource, init);
    const url = new URL(request.url);
    const text = request.method === 'GET' ? '' : await request.clone().text();
    const seen: Request = {
      method: request.method,
      path: url.pathname.replace('/api', ''),
      search: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
      signal: request.signal,
    };
    asked.push(seen);
    const given = Object.entries(answers).find(([call]) => {
      const [method, path = ''] = call.split(' ');
      return method === seen.method && seen.path.startsWith(path);
    });
    const answer = given ? given[1](seen) : usual(seen, orders);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    if (answer === 'never')
      return new Promise((_, reject) => seen.signal.addEventListener('abort', () => reject(seen.signal.reason)));
    return Response.json(answer.body, {
      status: answer.httpStatus ?? 200,
      headers: { 'X-Request-Id': 'req-7f3a91c2' },
    });
  };
  return asked;
}

function usual({ path, search, body }: Request, orders: readonly OrderRow[]): Answer {
  if (path === '/admin/search-order') {
    const { searchVal, start, end } = body as { searchVal: string; start: number; end: number | 'all' };
    const found = orders.filter((row) => row.full_name.toLowerCase().includes(searchVal.toLowerCase()));
    const data = found.slice(start, end === 'all' ? 1_000 : end);
    return {
      body: { status: 1, message: '', data, total: Math.min(1_000, found.length), more: found.length > 1_000 },
    };
  }
  if (!path.startsWith('/admin/get-orders-list/')) return { body: { status: 1, message: '', data: {} } };
  const page = Number(search.get('page'));
  const limit = search.get('limit') === 'all' ? orders.length : Number(search.get('limit'));
  const data = orders.slice((page - 1) * limit, page * limit);
  return { body: { status: 1, message: '', data, total: orders.length } };
}

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');

export const memberName = 'Max Manager';

/** The row of an order, once it is there. */
export const rowOf = async (orderId: string) => (await screen.findByText(orderId)).closest<HTMLElement>('[role=row]')!;

/** What stands above the columns, the checkboxes' aside. */
export const headings = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean);

export const address = () => screen.getByTestId('address').textContent;

/** Shows what the link here took along, as the order page reads it. */
function AnotherPage() {
  const { state } = useLocation();
  const { from } = (state ?? {}) as { from?: string };
  return (
    <>
      <h1>Another page</h1>
      {from && (
        <Link to={from} state={{ left: '100002' }}>
          Back to the list
        </Link>
      )}
    </>
  );
}

function Address() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>Browser back</button>
      <button onClick={() => void navigate(1)}>Browser forward</button>
    </>
  );
}

/** Opens a folder's list as a member with `role`. */
export function openList(folder: FolderName, { role = 'Manager' as Role, search = '' } = {}) {
  queryClient.clear();
  act(() => toast.remove());
  act(() =>
    signedIn(`${part({ alg: 'HS256' })}.${part({ user: { id: 2, name: memberName, type: role }, sid: 's' })}.x`),
  );
  return render(
    <QueryClientProvider client={queryClient}>
      <StaffTheme>
        <MemoryRouter initialEntries={[folders[folder].path + search]}>
          <Routes>
            <Route
              path={folders[folder].path}
              element={folder === 'futureOrder' ? <FutureOrdersScreen /> : <OrderListScreen folder={folder} />}
            />
            <Route path="*" element={<AnotherPage />} />
          </Routes>
          <Address />
        </MemoryRouter>
        <Toaster />
      </StaffTheme>
    </QueryClientProvider>,
  );
}
