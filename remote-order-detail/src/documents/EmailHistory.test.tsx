import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';
import { mailOf, orderOf } from 'shared/testing/orders';

const history = () => within(screen.getByRole('region', { name: 'Email History' }));
const resend = documentCalls.resend;
const document = {
  file1: 'a1b2c3d4e5f6a7b8.pdf',
  customer_name: 'Ananya Raghunathan-Krishnamurthy',
  original_name: 'declaration.pdf',
  content_type: 'application/pdf',
  size: 2048,
  created_at: '2026-11-21T10:21:40.000Z',
  grant: 'grant',
};
const sentOnce = (mail = mailOf()) => orderOf({ mailHistory: [mail], uploadDoc: [document] });

test('a mail says when, what, to whom, by whom, and what became of it', async () => {
  await openOrder(fakeDesk({ order: sentOnce() }));
  const row = history().getAllByRole('row')[1]!;
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map((cell) => cell.textContent),
  ).toEqual(['Approval, with document', 'ananya.rk@example.com', 'AWS, Tia Team', 'Sent']);
  expect(row).toHaveTextContent('11-21-2026 5:21:40');
});

test('a failed mail says why, and leads to the address', async () => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state: 'failed', reason: 'The address does not exist.' })) }));
  expect(history().getByText(/Failed/)).toBeVisible();
  expect(history().getByText(/The address does not exist\./)).toBeVisible();
  await userEvent.click(history().getByRole('button', { name: 'Correct the address' }));
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

test('an unknown result asks to check before it is sent again', async () => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state: 'unknown' })) }));
  expect(history().getByText('Check before you resend.')).toBeVisible();
});

test('Resend mails the newest document again, to the corrected address and by the chosen provider', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  await openOrder(desk);
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'ananya@example.com');
  await userEvent.click(history().getByRole('radio', { name: 'Sendgrid' }));
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(desk.to(resend)).toHaveLength(1));
  expect(desk.to(resend)[0]?.body).toEqual({
    orderId: '100471',
    email: 'ananya@example.com',
    mailServiceProvider: 'Sendgrid',
  });
});

test('Resend without an address asks for one', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  await openOrder(desk);
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText('Please enter your email')).toBeVisible();
  expect(desk.to(resend)).toEqual([]);
});

test('without a document there is nothing to resend', async () => {
  await openOrder(fakeDesk({ order: orderOf({ mailHistory: [mailOf({ kind: 'refund' })] }) }));
  expect(history().queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('a deleted order’s document is not sent again', async () => {
  await openOrder(fakeDesk({ order: { ...sentOnce(), process_status: 'Deleted' } }));
  expect(history().queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('while a mail is queued the order is read again, until it is out', async () => {
  const desk = fakeDesk({ order: sentOnce(mailOf({ state: 'queued' })) });
  await openOrder(desk);
  expect(history().getByText('Queued')).toBeVisible();
  desk.order = sentOnce();
  expect(await history().findByText('Sent', {}, { timeout: 8000 })).toBeVisible();
  const reads = () => desk.to(orderCalls.details).length;
  expect(reads()).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(reads()).toBe(2);
}, 20_000);
