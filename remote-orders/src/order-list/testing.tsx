/** Orders, a signed-in member and a fake network for this screen's tests: everything above `fetch` is the real thing. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { allCalls } from 'shared/api/allCalls';
import type { Call } from 'shared/api/call';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { queryClient, signedIn, Toaster, useJobEnds } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import { folders, type FolderName } from 'shared/rules/folders';
import type { Role } from 'shared/rules/permissions';
import { fakeApi, type AskedCall, type FakeReply } from 'shared/testing/fakeApi';
import { orderRowOf } from 'shared/testing/orderRowOf';
import { ChargeBackScreen } from '../charge-back/ChargeBackScreen.tsx';
import { FutureOrdersScreen } from '../future-orders/FutureOrdersScreen.tsx';
import { OrderListScreen } from './OrderListScreen.tsx';

/** `count` orders, newest first: the first is `100000 + count`. */
export const ordersOf = (count: number, given: Partial<OrderRow> = {}) =>
  Array.from({ length: count }, (_, index) => orderRowOf({ ...given, order_id: String(100_000 + count - index) }));

export type Request = AskedCall;

type Answer = { httpStatus?: number; body: object } | 'never' | 'unreachable';

/**
 * Answers calls by `METHOD /path`, a prefix being enough; a page of `orders` for a list that no answer is given for.
 * Returns what was asked, but for the bulks: every list asks how far they are.
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
    fake.on(call, (_input, asked) => {
      if (call !== orderCalls.jobs) requests.push(asked);
      const given = Object.entries(answers).find(([name]) => `${asked.method} ${asked.path}`.startsWith(name));
      const answer = given ? given[1](asked) : usual(asked, orders);
      if (typeof answer === 'string') return answer;
      const { status: _, ...body } = answer.body as { status: number };
      return { ...(answer.httpStatus && { httpStatus: answer.httpStatus }), ...body } as FakeReply<Call>;
    });
  }
  return requests;
}

function usual({ call, search, body }: Request, orders: readonly OrderRow[]): Answer {
  if (call === orderCalls.search) {
    const { searchVal, start, end } = body as { searchVal: string; start: number; end: number | 'all' };
    const found = orders.filter((row) => row.full_name.toLowerCase().includes(searchVal.toLowerCase()));
    const data = found.slice(start, end === 'all' ? 1_000 : end);
    return {
      body: { status: 1, message: '', data, total: Math.min(1_000, found.length), more: found.length > 1_000 },
    };
  }
  if (call === orderCalls.jobs) return { body: { status: 1, message: '', data: [] } };
  // Counts are the menu's: a test that needs them answers them.
  if (call === orderCalls.folderCounts) return 'never';
  if (call !== orderCalls.list) {
    return { httpStatus: 404, body: { status: 0, message: 'Nothing answers this call here', data: null } };
  }
  const page = Number(search.get('page'));
  const limit = search.get('limit') === 'all' ? orders.length : Number(search.get('limit'));
  const data = orders.slice((page - 1) * limit, page * limit);
  return { body: { status: 1, message: '', data, total: orders.length } };
}

/** Holds the answers to calls of this path until the function that it returns is called. */
export function holdAnswers(path: string) {
  const answered = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  globalThis.fetch = async (resource, init) => {
    if ((resource instanceof Request ? resource.url : String(resource)).includes(path)) await promise;
    return answered(resource, init);
  };
  return () => act(async () => resolve());
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

function screenOf(folder: FolderName) {
  if (folder === 'futureOrder') return <FutureOrdersScreen />;
  return folder === 'chargeBack' ? <ChargeBackScreen /> : <OrderListScreen folder={folder} />;
}

/** Tells the end of bulks, as the shell does around every screen. */
function JobEnds() {
  useJobEnds();
  return null;
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
