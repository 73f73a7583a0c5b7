import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { trackOrderCall } from 'shared/api/trackOrderCall';
import { fakeApi } from 'shared/testing/fakeApi';
import { renderSite } from '../testing/renderSite.tsx';
import { clearTypedFields, TrackOrderForm } from './TrackOrderForm.tsx';

beforeEach(() => clearTypedFields());

test('leaving the form cancels its request, so that no late response opens the order', async () => {
  const api = fakeApi().on(trackOrderCall, () => 'never');
  const { unmount } = render(<TrackOrderForm orderId="100089" />, { wrapper: MemoryRouter });
  await userEvent.type(screen.getByLabelText('Email ID'), 'maia@example.com{Enter}');
  await waitFor(() => expect(api.to(trackOrderCall)).toHaveLength(1));
  unmount();
  expect(api.to(trackOrderCall)[0]!.signal.aborted).toBe(true);
});

test('offline the form says so and waits, and once online the error leaves', async () => {
  fakeApi().on(trackOrderCall, () => 'unreachable');
  renderSite('/track-order/100089');
  await userEvent.type(await screen.findByLabelText('Email ID'), 'maia@example.com{Enter}');
  const lost = await screen.findByText(/connection/);
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void fireEvent(window, new Event('offline')));
  expect(screen.getByRole('button', { name: 'TRACK ORDER' })).toBeDisabled();
  expect(screen.getByText('You are offline. What you typed is kept.')).toBeVisible();
  online.mockRestore();
  act(() => void fireEvent(window, new Event('online')));
  expect(screen.getByRole('button', { name: 'TRACK ORDER' })).toBeEnabled();
  await waitFor(() => expect(lost).not.toBeInTheDocument());
});
