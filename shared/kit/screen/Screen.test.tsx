import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useState } from 'react';
import { HeadingFocus, Screen } from './Screen.tsx';

function open() {
  const router = createMemoryRouter(
    [
      { path: '/admin', element: <Screen title="Dashboard">…</Screen> },
      {
        path: '/admin/recent-order',
        element: (
          <Screen title="New Order" count={1248}>
            …
          </Screen>
        ),
      },
    ],
    { initialEntries: ['/admin'] },
  );
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate(to));
}

test('every screen has the product’s title and its own heading', () => {
  open();
  expect(document.title).toBe('New Zealand Travel Declaration');
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
});

test('the first page leaves the focus alone; after a route change the heading is focused', async () => {
  const go = open();
  expect(document.body).toHaveFocus();
  await go('/admin/recent-order');
  expect(screen.getByRole('heading', { name: 'New Order' })).toHaveFocus();
  expect(screen.getByText('1,248')).toBeInTheDocument();
});

test('another page of the same list is not a route change', async () => {
  const go = open();
  await go('/admin/recent-order');
  act(() => (document.activeElement as HTMLElement).blur());
  await go('/admin/recent-order?page=2');
  expect(document.body).toHaveFocus();
});

describe('a screen that mounts twice for one route', () => {
  function Loading({ beside }: { beside: boolean }) {
    const [ready, setReady] = useState(false);
    return (
      <>
        {beside && <input aria-label="Search" />}
        <button onClick={() => setReady(true)}>Answer</button>
        {ready ? (
          <Screen key="ready" title="Order">
            …
          </Screen>
        ) : (
          <Screen key="loading" title="Order is loading">
            …
          </Screen>
        )}
      </>
    );
  }

  const openLoading = async ({ beside = false } = {}) => {
    const router = createMemoryRouter(
      [
        { path: '/', element: <Screen title="List">…</Screen> },
        { path: '/order', element: <Loading beside={beside} /> },
      ],
      { initialEntries: ['/'] },
    );
    render(
      <HeadingFocus>
        <RouterProvider router={router} />
      </HeadingFocus>,
    );
    await act(() => router.navigate('/order'));
    expect(screen.getByRole('heading')).toHaveFocus();
    return () => act(() => screen.getByRole('button').click());
  };

  test('focuses the heading that remains', async () => {
    const answer = await openLoading();
    await answer();
    expect(screen.getByRole('heading', { name: 'Order' })).toHaveFocus();
  });

  test('leaves the focus where the member moved it meanwhile', async () => {
    const answer = await openLoading({ beside: true });
    act(() => screen.getByLabelText('Search').focus());
    await answer();
    expect(screen.getByLabelText('Search')).toHaveFocus();
  });
});
