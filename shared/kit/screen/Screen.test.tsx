import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Screen } from './Screen.tsx';

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

test('every screen has the product’s title, and its own heading', () => {
  open();
  expect(document.title).toBe('New Zealand Travel Declaration');
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
});

test('the page as it was opened leaves the focus alone; after a route change the heading has it', async () => {
  const go = open();
  expect(document.body).toHaveFocus();
  await go('/admin/recent-order');
  expect(screen.getByRole('heading', { name: 'New Order' })).toHaveFocus();
  expect(screen.getByText('1,248')).toBeInTheDocument();
});

test('another page of the same list is no route change', async () => {
  const go = open();
  await go('/admin/recent-order');
  act(() => (document.activeElement as HTMLElement).blur());
  await go('/admin/recent-order?page=2');
  expect(document.body).toHaveFocus();
});
