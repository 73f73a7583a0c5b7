import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { remarkOf } from 'shared/testing/orders';
import { CommentHistory } from './CommentHistory.tsx';

const remarks = [
  remarkOf({ id: 2, telephone: 'Y' }),
  remarkOf({ id: 1, remark: 'No answer', remark_name: 'Theo Telecaller' }),
];

test('the newest comment is open with every flag, N if not set; the others are one line', () => {
  render(<CommentHistory orderId="100471" remarks={remarks} />);
  const [newest, older] = screen.getAllByRole('listitem');
  expect(newest).toHaveTextContent('Tia Team 11-21-2026 5:19:02 (EST)');
  expect(newest).toHaveTextContent('Whatsapp NTelephone YRefund NVoided NChargeback NReport error N');
  expect(older).toHaveTextContent('No answer');
  expect(older).not.toHaveTextContent('Whatsapp N');
});

test('each row is shown and hidden separately', async () => {
  render(<CommentHistory orderId="100471" remarks={remarks} />);
  const [show] = screen.getAllByRole('button', { name: /^Show/ });
  await userEvent.click(show!);
  expect(screen.getAllByRole('button', { name: /^Hide/ })).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: /^Hide/ })[0]!);
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(1);
});

test('an order without comments says so', () => {
  render(<CommentHistory orderId="100471" remarks={[]} />);
  expect(screen.getByRole('region', { name: 'Comment History' })).toHaveTextContent('No record found');
});
