import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useUndo } from 'shared/desk';
import { SentInvoices } from './SendInvoiceScreen.tsx';

test('an invoice whose email was cancelled by Z is not shown as queued', () => {
  const sent = {
    ...{ number: 1_042, customer: 'Mere Tane', recipient: 'mere@example.com', orderId: '100471' },
    ...{ mailId: 7, dueAt: new Date(Date.now() + 10_000).toISOString() },
  };
  render(<SentInvoices sent={[sent]} />, { wrapper: MemoryRouter });
  expect(screen.getByRole('button', { name: 'Undo invoice 1042' })).toBeVisible();
  act(() => useUndo.setState({ cancelledMails: [7] }));
  expect(screen.getByRole('status')).toHaveTextContent('Cancelled');
  expect(screen.queryByRole('button', { name: 'Undo invoice 1042' })).toBeNull();
});
