import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls } from 'shared/api/documentCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { outboxReason } from 'shared/rules/outbox';
import { fakeDesk, openOrder, stopClock } from '../testing/fakeDesk.tsx';
import { unfoldUpload, uploadSection } from '../testing/uploadForm.ts';
import { documentOf, mailOf, orderOf } from 'shared/testing/orders';

const history = () => within(screen.getByRole('region', { name: 'Email History' }));
const resend = documentCalls.resend;
const document = documentOf();
const sentOnce = (mail = mailOf()) => orderOf({ mailHistory: [mail], uploadDoc: [document] });

test('a mail shows time, kind, recipient, sender and state', async () => {
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

test.each(['failed', 'bounced'] as const)(
  'a %s mail says why; its address is corrected and used in one place',
  async (state) => {
    const mail = mailOf({ state, reason: 'The address does not exist.', recipient: 'ananya@example.con' });
    const desk = fakeDesk({ order: sentOnce(mail) });
    await openOrder(desk);
    expect(history().getByText(/^(Failed|Bounced)$/)).toBeVisible();
    expect(history().getByText('The address does not exist.')).toBeVisible();
    await userEvent.click(history().getByRole('button', { name: 'Correct the address' }));
    const address = await history().findByLabelText('Send to');
    expect(address).toHaveFocus();
    expect(address).toHaveValue('ananya@example.con');
    await userEvent.clear(address);
    await userEvent.type(address, 'ananya@example.com{Enter}');
    await waitFor(() => expect(desk.to(resend)).toHaveLength(1));
    expect(desk.to(resend)[0]?.body).toEqual({
      orderId: '100471',
      email: 'ananya@example.com',
      mailServiceProvider: 'AWS',
    });
    await waitFor(() => expect(history().queryByLabelText('Send to')).toBeNull());
    // The corrected address is not unsaved input, so the upload form can be closed.
    expect(screen.queryByRole('form', { name: 'Upload Document' })).toBeNull();
    await unfoldUpload();
    expect(within(uploadSection()).getByRole('button', { name: 'Close' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ananya@example.com');
  },
);

test.each([
  ['refund', 'bounced'],
  ['refund', 'unknown'],
  ['refund', 'sent'],
] as const)('a mail of kind %s that is %s does not offer to send the document instead', async (kind, state) => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ kind, state })) }));
  const row = within(history().getAllByRole('row')[1]!);
  expect(row.queryByRole('button', { name: /^(Correct the address|Resend)$/ })).toBeNull();
});

test.each([
  ['bounced', 'Correct the address'],
  ['failed', 'Correct the address'],
  ['unknown', 'Resend'],
  ['delivered', 'Resend'],
  ['cancelled', 'Resend'],
] as const)('an invoice that is %s can be resent from its row, even without a document', async (state, way) => {
  const mail = mailOf({ kind: 'invoice', state, recipient: 'ananya@example.con' });
  const desk = fakeDesk({ order: orderOf({ uploadDoc: [], mailHistory: [mail] }) });
  const data = { number: 1_042, customer: 'Ananya Rao', recipient: 'ananya@example.com', mailId: 9, dueAt: null };
  desk.on(invoiceCalls.send, () => ({ message: 'Invoice 1042 for order 100471. The email is on its way.', data }));
  await openOrder(desk);
  await userEvent.click(history().getByRole('button', { name: way }));
  const address = await history().findByLabelText('Send to');
  await userEvent.clear(address);
  await userEvent.type(address, 'ananya@example.com{Enter}');
  expect(await screen.findByText('Invoice 1042 for order 100471. The email is on its way.')).toBeVisible();
  const asked = { orderId: '100471', email: 'ananya@example.com', mailServiceProvider: 'AWS' };
  expect(desk.to(invoiceCalls.send).map(({ body }) => body)).toEqual([asked]);
  expect(desk.to(resend)).toEqual([]);
});

test.each([
  ['queued', 'New'],
  ['delivered', 'Deleted'],
] as const)('an invoice that is %s of an order in %s cannot be resent', async (state, process_status) => {
  const mail = mailOf({ kind: 'invoice', state });
  await openOrder(fakeDesk({ order: orderOf({ mailHistory: [mail], process_status }) }));
  expect(history().queryByRole('button', { name: /^(Correct the address|Resend)$/ })).toBeNull();
});

test('an invalid corrected address says so, and nothing is sent', async () => {
  const desk = fakeDesk({ order: sentOnce(mailOf({ state: 'bounced' })) });
  await openOrder(desk);
  await userEvent.click(history().getByRole('button', { name: 'Correct the address' }));
  await userEvent.clear(await history().findByLabelText('Send to'));
  await userEvent.keyboard('{Enter}');
  expect(await history().findByText('Please enter your email')).toBeVisible();
  expect(desk.to(resend)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(history().queryByLabelText('Send to')).toBeNull();
});

test('a mail with an unknown result advises to check before resending, and Resend opens its form', async () => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state: 'unknown', recipient: 'ananya.rk@example.com' })) }));
  const row = within(history().getAllByRole('row')[1]!);
  expect(row.getByText('Check before you resend.')).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: 'Resend' }));
  expect(await history().findByLabelText('Send to')).toHaveValue('ananya.rk@example.com');
});

test.each([
  ['sent', outboxReason, 'In the outbox'],
  ['sent', null, 'Sent'],
  ['delivered', null, 'Delivered'],
  ['opened', null, 'OpenedReported by the recipient’s mail app; not always reliable.'],
  ['complained', null, 'Marked as spam'],
  ['cancelled', null, 'Cancelled'],
  [
    'unknown',
    'The provider did not answer. Check before you resend.',
    'UnknownThe provider did not answer. Check before you resend.Resend',
  ],
] as const)('a %s mail with the reason %j shows %j', async (state, reason, reads) => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state, reason })) }));
  expect(history().getAllByRole('row')[1]!.lastElementChild?.textContent).toBe(reads);
});

/** Far enough ahead that a slow machine does not reach it during the test. */
const soon = () => new Date(Date.now() + 120_000).toISOString();

test.each([
  ['Undo', mailCalls.cancel, 'cancelled', 'Cancelled', { mailId: 12, orderId: '100471' }],
  ['Send now', mailCalls.sendNow, 'sent', 'Sent', null],
] as const)('a waiting mail shows its time left, and %s takes one press', async (name, call, state, reads, data) => {
  const desk = fakeDesk({ order: sentOnce(mailOf({ id: 12, state: 'queued', due_at: soon() })) });
  desk.on(call, () => {
    desk.order = sentOnce(mailOf({ id: 12, state }));
    return { message: 'Done', data };
  });
  await openOrder(desk);
  expect(history().getByText(/^sends in 1\d\d s$/)).toBeVisible();
  await userEvent.click(history().getByRole('button', { name }));
  expect(await history().findByText(reads)).toBeVisible();
  expect(desk.to(call).map(({ body }) => body)).toEqual([{ mailId: 12 }]);
  expect(history().queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(history().getAllByRole('button', { name: 'Approval, with document' })[0]).toHaveFocus();
});

test('a queued mail that is due shows no time left and offers no "Send now"', async () => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state: 'queued', due_at: '2026-11-21T10:21:50.000Z' })) }));
  expect(history().getByText('Queued')).toBeVisible();
  expect(history().queryByText(/sends in/)).toBeNull();
  expect(history().queryByRole('button', { name: 'Send now' })).toBeNull();
});

test('after Resend the toast offers Undo while the mail waits, and then says that it was cancelled', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  desk.on(resend, () => ({ message: 'The email is on its way.', data: { mailId: 13, dueAt: soon() } }));
  desk.on(mailCalls.cancel, () => ({ message: 'The email was cancelled.', data: { mailId: 13, orderId: '100471' } }));
  await openOrder(desk);
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  await screen.findByText('The email is on its way.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The email was cancelled.')).toBeVisible();
  expect(desk.to(mailCalls.cancel).map(({ body }) => body)).toEqual([{ mailId: 13 }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('Undo that comes too late says so; a mail sent at once has no Undo', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  const pass = stopClock();
  let dueAt: string | null = null;
  desk.on(resend, () => ({ message: 'The email is on its way.', data: { mailId: 13, dueAt } }));
  desk.on(mailCalls.cancel, () => ({ httpStatus: 409, message: 'The email is on its way already.' }));
  await openOrder(desk);
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  await screen.findByText('The email is on its way.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  dueAt = soon();
  await canResend();
  pass(400);
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The email is on its way already.')).toBeVisible();
  jest.restoreAllMocks();
});

/** Waits until the last resend has ended and the button can be pressed again. */
const canResend = () =>
  waitFor(() => expect(history().getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-busy', 'false'));

test('the second click of a double click sends nothing, even after the first response', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  const pass = stopClock();
  await openOrder(desk);
  const click = async () => {
    await userEvent.click(history().getByRole('button', { name: 'Resend' }));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await canResend();
  };
  await click();
  pass(399);
  await click();
  expect(desk.to(resend)).toHaveLength(1);
  pass(1);
  await click();
  expect(desk.to(resend)).toHaveLength(2);
  jest.restoreAllMocks();
});

test('the newest three of many mails are shown first, and all of them on request', async () => {
  const mails = [12, 11, 10, 9].map((id) => mailOf({ id }));
  await openOrder(fakeDesk({ order: orderOf({ mailHistory: mails }) }));
  expect(history().getAllByRole('row')).toHaveLength(4);
  await userEvent.click(history().getByRole('button', { name: 'Show all 4' }));
  expect(history().getAllByRole('row')).toHaveLength(5);
  await userEvent.click(history().getByRole('button', { name: 'Show the newest 3' }));
  expect(history().getAllByRole('row')).toHaveLength(4);
});

test('Resend to an address that the customer has not given shows the address with a warning first', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Upload a document' }));
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'ananya@example.com');
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  expect(await history().findByLabelText('Send to')).toHaveValue('ananya@example.com');
  expect(history().getByText(/^This address isn’t on the order\./)).toBeVisible();
  expect(desk.to(resend)).toEqual([]);
  await userEvent.click(
    within(screen.getByRole('form', { name: 'Send again' })).getByRole('button', { name: 'Resend' }),
  );
  await waitFor(() => expect(desk.to(resend)).toHaveLength(1));
  expect(desk.to(resend)[0]?.body).toMatchObject({ email: 'ananya@example.com' });
});

test('Resend mails the newest document to the form’s address by the chosen provider', async () => {
  const desk = fakeDesk({ order: { ...sentOnce(), contact_email_address: 'office@example.com' } });
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Upload a document' }));
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), desk.order.email);
  await userEvent.click(history().getByRole('radio', { name: 'Sendgrid' }));
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(desk.to(resend)).toHaveLength(1));
  expect(desk.to(resend)[0]?.body).toEqual({
    orderId: '100471',
    email: desk.order.email,
    mailServiceProvider: 'Sendgrid',
  });
});

test('a form that loads late does not take the focus from another field', async () => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state: 'failed', reason: 'No such address.' })) }));
  await userEvent.click(screen.getByRole('button', { name: 'Upload a document' }));
  const writing = screen.getByLabelText('Email');
  act(() => {
    history().getByRole('button', { name: 'Correct the address' }).click();
    writing.focus();
  });
  expect(await history().findByLabelText('Send to')).toBeVisible();
  expect(writing).toHaveFocus();
});

test('Resend without an address asks for one in place', async () => {
  const desk = fakeDesk({ order: sentOnce() });
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Upload a document' }));
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.click(history().getByRole('button', { name: 'Resend' }));
  expect(await history().findByLabelText('Send to')).toHaveFocus();
  expect(screen.getByText('Please enter your email')).toBeVisible();
  expect(desk.to(resend)).toEqual([]);
});

test('without a document there is nothing to resend', async () => {
  await openOrder(fakeDesk({ order: orderOf({ mailHistory: [mailOf({ kind: 'refund' })] }) }));
  expect(history().queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('a deleted order’s document cannot be resent', async () => {
  await openOrder(fakeDesk({ order: { ...sentOnce(), process_status: 'Deleted' } }));
  expect(history().queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('while a mail is queued the order is polled until the mail is sent', async () => {
  const desk = fakeDesk({ order: sentOnce(mailOf({ state: 'queued' })) });
  await openOrder(desk);
  expect(history().getByText('Queued')).toBeVisible();
  desk.order = sentOnce();
  expect(await history().findByText('Sent', {}, { timeout: 8000 })).toBeVisible();
  const reads = () => desk.to(orderCalls.details).length;
  const before = reads();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(reads()).toBe(before);
});

test.each([
  ['This document’s file is missing. Upload it again.', false],
  ['Mailbox unknown.', true],
])('a mail that failed because of "%s" offers another address: %p', async (reason, offers) => {
  await openOrder(fakeDesk({ order: sentOnce(mailOf({ state: 'failed', reason })) }));
  expect(history().getByText(reason)).toBeVisible();
  expect(history().queryByRole('button', { name: 'Correct the address' }) !== null).toBe(offers);
});
