/** Orders, a member and a fake network for this remote's tests. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { allCalls } from 'shared/api/allCalls';
import type { Call } from 'shared/api/call';
import { bulkCalls } from 'shared/api/bulkCalls';
import { folderCalls } from 'shared/api/folderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { queryClient, signedIn, Toaster, useJobToasts } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import { folders, type FolderName } from 'shared/rules/folders';
import type { ListTrail } from 'shared/rules/listTrail';
import type { Role } from 'shared/rules/permissions';
import { fakeApi, type RecordedCall, type FakeReply, tokenOf } from 'shared/testing/fakeApi';
import { orderRowOf } from 'shared/testing/orders';
import { ChargeBackScreen } from '../charge-back/ChargeBackScreen.tsx';
import { FutureOrdersScreen } from '../future-orders/FutureOrdersScreen.tsx';
import { OrderListScreen } from './OrderListScreen.tsx';

/** `count` orders, newest first; the first id is `100000 + count`. */
export const ordersOf = (count: number, changes: Partial<OrderRow> = {}) =>
  Array.from({ length: count }, (_, index) => orderRowOf({ ...changes, order_id: String(100_000 + count - index) }));

export type Request = RecordedCall;

type Answer = { httpStatus?: number; body: object } | 'never' | 'unreachable';

/**
 * Fakes the API. The keys of `answers` are `METHOD /path`, or a prefix of it. Other list calls return a page of `orders`.
 * Returns the requests, except those for bulk jobs.
 */
export function fakeNetwork({
  orders = [],
  answers = {},
}: {
  orders?: readonly OrderRow[];
  answers?: Record<string, (request: Request) => Answer>;
}) {
  const fake = fakeApi();
  const requests: Request[] = [];
  for (const call of Object.values<Call>(allCalls)) {
    fake.on(call, (_input, sentRequest) => {
      if (call !== bulkCalls.jobs) requests.push(sentRequest);
      const match = Object.entries(answers).find(([name]) =>
        `${sentRequest.method} ${sentRequest.path}`.startsWith(name),
      );
      const answer = match ? match[1](sentRequest) : usual(sentRequest, orders);
      if (typeof answer === 'string') return answer;
      const { status: _, ...body } = answer.body as { status: number };
      return { ...(answer.httpStatus && { httpStatus: answer.httpStatus }), ...body } as FakeReply<Call>;
    });
  }
  return requests;
}

function usual({ call, search, body }: Request, orders: readonly OrderRow[]): Answer {
  if (call === folderCalls.search) {
    const { searchVal, start, end } = body as { searchVal: string; start: number; end: number | 'all' };
    const found = orders.filter((row) => row.full_name.toLowerCase().includes(searchVal.toLowerCase()));
    const data = found.slice(start, end === 'all' ? 1_000 : end);
    return {
      body: { status: 1, message: '', data, total: Math.min(1_000, found.length), more: found.length > 1_000 },
    };
  }
  if (call === bulkCalls.jobs) return { body: { status: 1, message: '', data: [] } };
  // Leaves the folder counts unknown.
  if (call === folderCalls.folderCounts) return 'never';
  if (call !== folderCalls.list) {
    return { httpStatus: 404, body: { status: 0, message: 'Nothing answers this call here', data: null } };
  }
  const page = Number(search.get('page'));
  const limit = search.get('limit') === 'all' ? orders.length : Number(search.get('limit'));
  const data = orders.slice((page - 1) * limit, page * limit);
  return { body: { status: 1, message: '', data, total: orders.length } };
}

/** Holds responses for a path until the returned function is called. */
export function holdAnswers(path: string) {
  const answered = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  globalThis.fetch = async (resource, init) => {
    if ((resource instanceof Request ? resource.url : String(resource)).includes(path)) await promise;
    return answered(resource, init);
  };
  return () => act(async () => resolve());
}

export const memberName = 'Max Manager';

export const rowOf = async (orderId: string) => (await screen.findByText(orderId)).closest<HTMLElement>('[role=row]')!;

/** The column headers, without that of the checkboxes. */
export const headings = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean);

export const address = () => screen.getByTestId('address').textContent;

/** Links back to the list that the history state names. */
function AnotherPage() {
  const { state } = useLocation();
  const { from, trail } = (state ?? {}) as { from?: string; trail?: ListTrail };
  return (
    <>
      <h1>Another page</h1>
      <output data-testid="trail">{trail?.orderIds.join(' ')}</output>
      {from && (
        <>
          <Link to={from} state={{ left: '100002' }}>
            Back to the list
          </Link>
          <Link to={from}>Menu</Link>
        </>
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

function screenOf(folder: FolderName) {
  if (folder === 'futureOrder') return <FutureOrdersScreen />;
  return folder === 'chargeBack' ? <ChargeBackScreen /> : <OrderListScreen folder={folder} />;
}

/** Shows a toast for each job that ends, like the shell. */
function JobEnds() {
  useJobToasts();
  return null;
}

/** Opens a folder's list as a member with this role. */
export function openList(folder: FolderName, { role = 'Manager' as Role, search = '' } = {}) {
  queryClient.clear();
  act(() => toast.remove());
  act(() => signedIn(tokenOf({ id: 2, name: memberName, type: role })));
  return render(
    <QueryClientProvider client={queryClient}>
      <StaffTheme>
        <MemoryRouter initialEntries={[folders[folder].path + search]}>
          <Routes>
            <Route path={folders[folder].path} element={screenOf(folder)} />
            <Route path="*" element={<AnotherPage />} />
          </Routes>
          <Address />
        </MemoryRouter>
        <JobEnds />
        <Toaster />
      </StaffTheme>
    </QueryClientProvider>,
  );
}
