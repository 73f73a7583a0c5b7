import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { createMemoryRouter, Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { signedIn } from 'shared/desk';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { tokenOf } from 'shared/testing/fakeApi';
import { loadRemote } from '../loadRemote.ts';
import { useRemotes } from '../registry.ts';
import { forgetScreens } from '../remote-wall/remoteScreens.tsx';
import { fakeEntry } from '../testing/fakeRemotes.ts';
import { AreaScreens } from './AreaScreens.tsx';
import { asksForScreen, screenLoader } from './screenLoader.ts';
import { Routed } from '../Routed.tsx';

jest.mock('../loadRemote.ts', () => ({ loadRemote: jest.fn() }));

/** Whose effects run at the moment: who listens to keys, asks the API, names the window. */
const working = new Set<string>();

function Counter({ name }: { name: string }) {
  const [ticks, setTicks] = useState(0);
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    working.add(name);
    return () => void working.delete(name);
  }, [name]);
  return (
    <>
      <h1>{name}</h1>
      <output aria-label={`${name} at`}>{pathname + search}</output>
      <output aria-label={`${name} told`}>{JSON.stringify(state)}</output>
      <button onClick={() => setTicks(ticks + 1)}>
        {name} {ticks}
      </button>
    </>
  );
}

const contract = (path: string, name: string): RemoteContract => ({
  contract: contractVersion,
  routes: [{ path, load: async () => Counter, props: { name } }],
});
const firstCall = { path: '/admin/get-orders-list/newOrder' as const, input: {} };
const lists = fakeEntry([
  { path: '/admin/recent-order', title: 'New Order', needs: 'orders.read', kept: true, firstCall },
]);
const order = fakeEntry([{ path: '/admin/view-order/:code', title: 'Order', needs: 'orders.read' }]);

function Links() {
  const navigate = useNavigate();
  return (
    <>
      <Link to="/admin/recent-order">To the list</Link>
      <Link to="/admin/view-order/MQ">To the order</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate('/admin/recent-order?page=2', { state: { left: '100001' } })}>
        Own way
      </button>
      <button onClick={() => void navigate('/admin/recent-order?page=3', { state: { left: '100001' } })}>Page 3</button>
      <Outlet />
    </>
  );
}

const asked = jest.fn(async () => Response.json({}));
const realFetch = globalThis.fetch;

async function openListThenOrder() {
  const router = createMemoryRouter(
    [
      {
        path: '/admin',
        element: <Links />,
        children: [
          {
            path: '*',
            loader: screenLoader('staff'),
            shouldRevalidate: asksForScreen,
            element: <AreaScreens area="staff" />,
            HydrateFallback: () => null,
          },
        ],
      },
    ],
    { initialEntries: ['/admin/recent-order?page=2'] },
  );
  await act(async () => render(<Routed router={router} />));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'List 0' }));
  await user.click(screen.getByRole('link', { name: 'To the order' }));
  await screen.findByRole('heading', { name: 'Order' });
  return user;
}

beforeEach(() => {
  forgetScreens();
  globalThis.fetch = asked;
  asked.mockClear();
  useRemotes.setState({ remotes: { 'remote-lists': lists, 'remote-order': order }, from: 'registry' });
  act(() => signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' })));
  jest
    .mocked(loadRemote)
    .mockImplementation(async (name) =>
      name === 'remote-lists' ? contract('recent-order', 'List') : contract('view-order/:code', 'Order'),
    );
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a screen that is kept is out of sight, does nothing, and stays at the address where it was left', async () => {
  await openListThenOrder();
  expect(screen.queryByRole('heading', { name: 'List' })).not.toBeInTheDocument();
  expect(screen.getByLabelText('List at')).not.toBeVisible();
  expect(screen.getByLabelText('List at')).toHaveTextContent('/admin/recent-order?page=2');
  expect(screen.getByLabelText('Order at')).toHaveTextContent('/admin/view-order/MQ');
  expect([...working]).toEqual(['Order']);
  // What looks for the heading of the page finds the one that is seen.
  expect(document.querySelector('h1')).toHaveTextContent('Order');
});

test.each([
  ['Back', 'null'],
  ['Own way', '{"left":"100001"}'],
])('%s finds it as it was left, at work again, told how it was come to, and asks no first call', async (way, told) => {
  const user = await openListThenOrder();
  asked.mockClear();
  await user.click(screen.getByRole('button', { name: way }));
  expect(await screen.findByRole('button', { name: 'List 1' })).toBeVisible();
  expect([...working]).toEqual(['List']);
  await waitFor(() => expect(screen.getByLabelText('List told')).toHaveTextContent(told));
  expect(asked).not.toHaveBeenCalled();
  expect(screen.queryByLabelText('Order at')).not.toBeInTheDocument();
});

test.each([
  ['a link of the menu', () => screen.getByRole('link', { name: 'To the list' })],
  ['the way back to another page of it', () => screen.getByRole('button', { name: 'Page 3' })],
])('%s begins anew', async (_way, way) => {
  const user = await openListThenOrder();
  await user.click(way());
  expect(await screen.findByRole('button', { name: 'List 0' })).toBeVisible();
});

test('whoever signs in as somebody else finds nothing that was kept', async () => {
  const user = await openListThenOrder();
  await act(async () => signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' })));
  expect(screen.queryByLabelText('List at')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('button', { name: 'List 0' })).toBeVisible();
});

test('what stands begins anew for whoever signs in as somebody else', async () => {
  const user = await openListThenOrder();
  await user.click(screen.getByRole('button', { name: 'Order 0' }));
  await act(async () => signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' })));
  expect(await screen.findByRole('button', { name: 'Order 0' })).toBeVisible();
});

test('a screen that is not to be kept is gone once it is left', async () => {
  const user = await openListThenOrder();
  await user.click(screen.getByRole('button', { name: 'Order 0' }));
  await user.click(screen.getByRole('link', { name: 'To the list' }));
  await screen.findByRole('heading', { name: 'List' });
  expect(screen.queryByLabelText('Order at')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('button', { name: 'Order 0' })).toBeVisible();
});
