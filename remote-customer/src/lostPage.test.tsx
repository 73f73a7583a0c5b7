import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router';
import { CustomerSite } from './CustomerSite.tsx';
import { toastSuccess } from './layout/feedback.tsx';

jest.mock('./customerRoutes.ts', () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('Loading chunk 8 failed.'));
  load.mockResolvedValue(() => 'The order');
  const form = async () => () => 'The form';
  return {
    customerRoutes: [
      { path: 'track-order', load: form },
      { path: 'get-new-order-details/:orderId', load },
    ],
  };
});

test('when a page fails to load, the previous success toast leaves, and the next visit fetches the page again', async () => {
  // React logs the error that the boundary catches. This test causes the error on purpose.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  let go: ReturnType<typeof useNavigate>;
  function Place() {
    go = useNavigate();
    return null;
  }
  render(
    <MemoryRouter initialEntries={['/track-order']}>
      <CustomerSite />
      <Place />
    </MemoryRouter>,
  );
  await screen.findByText('The form');
  act(() => void toastSuccess('We found your order.'));
  await act(async () => go('/get-new-order-details/100128'));
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('We found your order.')).toBeNull());
  await act(async () => go('/track-order'));
  expect(await screen.findByText('The form')).toBeVisible();
  await act(async () => go('/get-new-order-details/100128'));
  expect(await screen.findByText('The order')).toBeVisible();
});
