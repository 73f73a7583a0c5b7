import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { checkRemote, contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { loadRemote } from '../loadRemote.ts';
import { RemoteRoutes } from './RemoteRoutes.tsx';
import { keptScreens } from './keptScreens.ts';

jest.mock('../loadRemote.ts', () => ({ loadRemote: jest.fn() }));

const load = jest.mocked(loadRemote);
let crash = false;

function List({ folder }: { folder: string }) {
  if (crash) throw new TypeError('orders is undefined');
  return <h1>{folder}</h1>;
}

const remote: RemoteContract = {
  contract: contractVersion,
  routes: [
    { path: 'recent-order', load: async () => List, props: { folder: 'New Order' } },
    { path: 'my-order', load: async () => List, props: { folder: 'My Order' } },
  ],
};

const away = { missing: 'Order lists are', unaffected: 'settings are not affected' };

const unreachable = () => Promise.reject(new Error('Failed to get manifest'));

/** The remote inside a layout whose menu must go on working. Resolves once the router has settled. */
async function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        path: '/admin',
        element: (
          <>
            <nav>
              <Link to="/admin">Dashboard</Link>
              <Link to="/admin/recent-order">New Orders</Link>
              <Link to="/admin/my-order">My Orders</Link>
            </nav>
            <Outlet />
          </>
        ),
        children: [
          { index: true, element: <h1>Dashboard</h1> },
          { path: '*', element: <RemoteRoutes name="remote-orders" title="New Order" away={away} /> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  return userEvent.setup();
}

const heading = () => screen.findByRole('heading', { level: 1 });

beforeEach(() => {
  crash = false;
  keptScreens.clear();
  load.mockReset();
  // React reports what a boundary caught; here it is meant.
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a remote that is unavailable costs its own area: the menu works on, and Try again brings the page', async () => {
  load.mockImplementationOnce(unreachable).mockResolvedValue(remote);
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are unavailable right now');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Everything else works: settings are not affected, and nothing is lost.',
  );

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading()).toHaveTextContent('New Order');
  expect(load).toHaveBeenLastCalledWith('remote-orders', { refresh: true });
});

test('a remote that is slow is named by the screen that was asked for', async () => {
  jest.useFakeTimers();
  load.mockImplementation(() => new Promise(() => {}));
  await open('/admin/recent-order');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(screen.getByRole('status')).toHaveTextContent('New Order is taking longer than usual.');
});

test('what loaded once shows on every route of the remote without loading again', async () => {
  load.mockResolvedValue(remote);
  const user = await open('/admin/recent-order');
  await user.click(screen.getByRole('link', { name: 'My Orders' }));
  expect(await heading()).toHaveTextContent('My Order');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await user.click(screen.getByRole('link', { name: 'New Orders' }));
  expect(await heading()).toHaveTextContent('New Order');
  expect(load).toHaveBeenCalledTimes(1);
});

test('it tries by itself after fifteen visible seconds, and says so', async () => {
  jest.useFakeTimers();
  load.mockImplementation(unreachable);
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('unavailable');
  expect(screen.getByText('We try again by ourselves in 15 s.')).toBeInTheDocument();

  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText('We try again by ourselves in 12 s.')).toBeInTheDocument();

  hidden(true);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('We try again by ourselves in 12 s.')).toBeInTheDocument();

  hidden(false);
  load.mockResolvedValue(remote);
  await act(() => jest.advanceTimersByTimeAsync(12_000));
  expect(await heading()).toHaveTextContent('New Order');
});

test('without a connection it says so, and tries as soon as there is one', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load.mockImplementation(unreachable);
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('You are offline');

  load.mockResolvedValue(remote);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(await heading()).toHaveTextContent('New Order');
});

test('a remote of another contract is incompatible, and a reload is offered', async () => {
  load.mockImplementation(async (name) => checkRemote(name, { exposed: { ...remote, contract: 2 } }));
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are being updated');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
});

test('a shared library of another version is incompatible too', async () => {
  load.mockImplementation(() =>
    Promise.reject(
      new Error('Version 18.0.0 of shared singleton module react does not satisfy the requirement of shell'),
    ),
  );
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are being updated');
});

test('a page that throws stops alone; Try again shows it anew', async () => {
  crash = true;
  load.mockResolvedValue(remote);
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('This page stopped working');
  expect(screen.queryByText(/by ourselves/)).not.toBeInTheDocument();

  crash = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading()).toHaveTextContent('New Order');
});

test('a screen whose chunk is missing is unavailable until it arrives', async () => {
  const chunk = jest.fn().mockRejectedValueOnce(new Error('Loading chunk 8 failed.')).mockResolvedValue(List);
  load.mockResolvedValue({
    contract: contractVersion,
    routes: [{ path: 'recent-order', load: chunk, props: { folder: 'New Order' } }],
  });
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are unavailable right now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading()).toHaveTextContent('New Order');
});

test('a try that fails again leaves the wall as it stands', async () => {
  const chunk = jest.fn().mockRejectedValue(new Error('Loading chunk 8 failed.'));
  load.mockResolvedValue({ contract: contractVersion, routes: [{ path: 'recent-order', load: chunk }] });
  const user = await open('/admin/recent-order');
  const wall = await heading();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('We try again by ourselves in 15 s.')).toBeInTheDocument();
  expect(chunk).toHaveBeenCalledTimes(2);
  expect(await heading()).toBe(wall);
});

test('a wall on one page does not stay on the next: going there is a try as well', async () => {
  load.mockImplementation(unreachable);
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('unavailable');
  load.mockResolvedValue(remote);
  await user.click(screen.getByRole('link', { name: 'My Orders' }));
  expect(await screen.findByRole('heading', { name: 'My Order' })).toBeInTheDocument();
});

function hidden(isHidden: boolean) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
}
