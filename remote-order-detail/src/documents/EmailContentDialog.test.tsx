import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls, type EmailContent } from 'shared/api/documentCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { documentOf, mailOf, orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder, type FakeDesk } from '../testing/fakeDesk.tsx';

const sent = orderOf({
  mailHistory: [mailOf({ id: 12 }), mailOf({ id: 11, kind: 'refund' })],
  uploadDoc: [documentOf()],
});

const contentOf = (changes: Partial<EmailContent> = {}): EmailContent => ({
  mailId: 12,
  kind: 'approval',
  state: 'sent',
  reason: null,
  from: 'Arrival Desk <desk@example.com>',
  to: 'ananya.rk@example.com',
  reply_to: '100471@example.com',
  subject: 'Your New Zealand travel declaration is ready (order 100471)',
  text: 'Your declaration is ready',
  frame: '/uploads/mails?grant=signed',
  document: { original_name: 'declaration.pdf', size: 3_250_586, attached: true },
  whatsapp: { address: 'https://wa.me/915550123456?text=Hello' },
  ...changes,
});

const deskThat = (content: EmailContent = contentOf(), order = sent): FakeDesk => {
  const desk = fakeDesk({ order });
  desk.on(documentCalls.emailContent, () => ({ data: content }));
  return desk;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function openContent(desk: FakeDesk) {
  await openOrder(desk);
  await press('View Email Content');
  const dialog = within(await screen.findByRole('dialog', { name: 'Email Content' }));
  await dialog.findByText('Subject');
  return dialog;
}

test('View Email Content shows the newest mail: its state, recipient, sender, subject and attachment', async () => {
  const desk = deskThat();
  const dialog = await openContent(desk);
  await dialog.findByText('Sent');
  expect(dialog.getAllByRole('definition').map((line) => line.textContent)).toEqual([
    'ananya.rk@example.com',
    'Arrival Desk <desk@example.com>',
    '100471@example.com',
    'Your New Zealand travel declaration is ready (order 100471)',
    ' declaration.pdf, 3.1 MB',
  ]);
  expect(desk.to(documentCalls.emailContent)[0]?.search.has('mailId')).toBe(false);
});

test('the mail is shown in a frame without scripts', async () => {
  const dialog = await openContent(deskThat());
  await dialog.findByText('Sent');
  const frame = dialog.getByTitle('The email as the customer reads it');
  expect(frame).toHaveAttribute('src', '/uploads/mails?grant=signed');
  expect(frame).toHaveAttribute('sandbox', '');
});

test('E opens the newest mail too, and Email History opens the chosen one', async () => {
  const desk = deskThat();
  await openOrder(desk);
  await userEvent.keyboard('e');
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getAllByRole('button', { name: 'Refund' })[0]!);
  await screen.findByRole('dialog', { name: 'Email Content' });
  await waitFor(() => expect(desk.to(documentCalls.emailContent).at(-1)?.search.get('mailId')).toBe('11'));
});

test('a preview is shown as not sent, and cannot be sent without a document', async () => {
  const dialog = await openContent(deskThat(contentOf({ mailId: null, state: null, document: null }), orderOf()));
  expect(await dialog.findByText('Not sent yet')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Resend' })).toBeDisabled();
  expect(dialog.getByText('This order has no document to send. Upload one first.')).toBeVisible();
});

test('Resend mails the document to the shown address by the chosen provider; another address has a warning', async () => {
  const desk = deskThat(contentOf({ to: 'ananya@example.com' }));
  const dialog = await openContent(desk);
  await dialog.findByText('Sent');
  expect(dialog.getByText(/^This address isn’t on the order\./)).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'Sendgrid' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(desk.to(documentCalls.resend)[0]?.body).toEqual({
    orderId: '100471',
    email: 'ananya@example.com',
    mailServiceProvider: 'Sendgrid',
  });
});

test('a mail without the document cannot be resent, and says why', async () => {
  const dialog = await openContent(deskThat(contentOf({ kind: 'refund', document: null })));
  expect(await dialog.findByText('Only an email with a document can be sent again.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Resend' })).toBeDisabled();
});

test('an invoice is resent as an invoice, even without a document', async () => {
  const order = orderOf({ mailHistory: [mailOf({ id: 12, kind: 'invoice' })], uploadDoc: [] });
  const desk = deskThat(contentOf({ kind: 'invoice', to: 'ananya@example.com', document: null }), order);
  const data = { number: 1_042, customer: 'Ananya Rao', recipient: 'ananya@example.com', mailId: 9, dueAt: null };
  desk.on(invoiceCalls.send, () => ({ message: 'Invoice 1042 for order 100471. The email is on its way.', data }));
  const dialog = await openContent(desk);
  await userEvent.click(await dialog.findByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(/^Invoice 1042/)).toBeVisible();
  expect(desk.to(invoiceCalls.send)).toHaveLength(1);
});

test('a bounced mail says why, and links to its address', async () => {
  const reason = 'The address does not exist.';
  const dialog = await openContent(deskThat(contentOf({ state: 'bounced', reason, to: 'ananya@example.con' })));
  expect(await dialog.findByText(reason)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Correct the address' }));
  expect(await screen.findByLabelText('Send to')).toHaveValue('ananya@example.con');
});

test('a deleted order’s address cannot be corrected', async () => {
  const order = orderOf({ process_status: 'Deleted' });
  const content = contentOf({ state: 'bounced', reason: 'The address does not exist.' });
  const dialog = await openContent(deskThat(content, order));
  expect(await dialog.findByText('The address does not exist.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Correct the address' })).toBeNull();
});

test('a bounced refund mail says why, and does not link to the document’s form', async () => {
  const reason = 'The address does not exist.';
  const dialog = await openContent(deskThat(contentOf({ kind: 'refund', state: 'bounced', reason, document: null })));
  expect(await dialog.findByText(reason)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Correct the address' })).toBeNull();
});

test('Send Whatsapp Message opens a new tab without access to this one', async () => {
  const dialog = await openContent(deskThat());
  const link = await dialog.findByRole('link', { name: 'Send Whatsapp Message' });
  expect(link).toHaveAttribute('href', 'https://wa.me/915550123456?text=Hello');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('without a telephone number WhatsApp is disabled, and says why', async () => {
  const dialog = await openContent(deskThat(contentOf({ whatsapp: { address: null } })));
  expect(await dialog.findByText('This order has no telephone number with a country code.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Send Whatsapp Message' })).toBeDisabled();
});

test('an email that failed to load says so, and can be retried', async () => {
  const desk = deskThat();
  desk.on(documentCalls.emailContent, () => ({ httpStatus: 500, message: 'Something went wrong.' }));
  await openOrder(desk);
  await press('View Email Content');
  expect(await screen.findByText('The email could not be loaded')).toBeVisible();
  desk.on(documentCalls.emailContent, () => ({ data: contentOf() }));
  await press('Retry');
  expect(await screen.findByTitle('The email as the customer reads it')).toBeVisible();
});
