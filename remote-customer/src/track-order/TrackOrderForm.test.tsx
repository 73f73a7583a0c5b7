import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { trackOrderCall } from 'shared/api/trackOrderCall';
import { fakeApi } from 'shared/testing/fakeApi';
import { TrackOrderForm } from './TrackOrderForm.tsx';

test('a form that is left ends its request, so that no late answer leads to the order', async () => {
  const api = fakeApi().on(trackOrderCall, () => 'never');
  const { unmount } = render(<TrackOrderForm orderId="100089" />, { wrapper: MemoryRouter });
  await userEvent.type(screen.getByLabelText('Email ID'), 'maia@example.com{Enter}');
  await waitFor(() => expect(api.to(trackOrderCall)).toHaveLength(1));
  unmount();
  expect(api.to(trackOrderCall)[0]!.signal.aborted).toBe(true);
});
