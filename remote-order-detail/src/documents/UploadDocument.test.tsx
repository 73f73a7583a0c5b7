import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls } from 'shared/api/documentCalls';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';
import { fakeUploads } from '../testing/fakeUpload.ts';
import { mailOf, orderOf } from 'shared/testing/orders';

const upload = documentCalls.upload;
const form = () => within(screen.getByRole('form', { name: 'Upload Document' }));
const pdf = (bytes = 2048) => new File([new Uint8Array(bytes)], 'declaration.pdf', { type: 'application/pdf' });
const choose = (file: File) => userEvent.upload(screen.getByTestId('document-picker'), file);
const send = () => userEvent.click(form().getByRole('button', { name: 'Upload and send' }));

const storedDocument = {
  file1: 'a1b2c3d4e5f6a7b8.pdf',
  customer_name: 'Ananya Raghunathan-Krishnamurthy',
  original_name: 'declaration.pdf',
  content_type: 'application/pdf',
  size: 3_250_586,
  created_at: '2026-11-21T10:21:40.000Z',
  grant: 'signed grant',
};

test('the order id is read-only, the e-mail is filled in, and the picker takes PDF and any image', async () => {
  fakeUploads();
  await openOrder(fakeDesk());
  expect(form().getByLabelText('Order ID')).toHaveAttribute('readonly');
  expect(form().getByLabelText('Order ID')).toHaveValue('100471');
  expect(form().getByLabelText('Email')).toHaveValue('ananya.rk@example.com');
  expect(screen.getByTestId('document-picker')).toHaveAttribute('accept', 'application/pdf,image/*');
});

test('without a file and an e-mail nothing is sent, and each says what it needs', async () => {
  fakeUploads();
  const desk = fakeDesk();
  await openOrder(desk);
  await userEvent.clear(form().getByLabelText('Email'));
  await send();
  expect(await form().findByText('Please enter your email')).toBeVisible();
  expect(form().getByText('File is required')).toBeVisible();
  expect(form().getByLabelText('Email')).toHaveFocus();
  expect(desk.to(upload)).toEqual([]);
});

test('a document is sent by the chosen provider, tells how far it is, and its mail shows as queued', async () => {
  const uploads = fakeUploads();
  const desk = fakeDesk();
  await openOrder(desk);
  desk.on(upload, () => {
    desk.order = orderOf({ mailHistory: [mailOf({ state: 'queued' })], uploadDoc: [storedDocument], version: 8 });
    return {
      message: 'Document uploaded. The e-mail is on its way.',
      data: { file1: storedDocument.file1, version: 8 },
    };
  });
  await userEvent.click(form().getByRole('radio', { name: 'Sendgrid' }));
  await choose(pdf(3_250_586));
  await send();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(async () => uploads[0]?.progress(1_992_294, 3_250_586));
  expect(form().getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '61');
  expect(form().getByText(/1\.9 of 3\.1 MB/)).toBeVisible();
  expect(form().getByRole('button', { name: 'Sending…' })).toBeVisible();

  await act(() => uploads[0]!.arrive());
  expect(await screen.findByText('Document uploaded. The e-mail is on its way.')).toBeVisible();
  expect(desk.to(upload)[0]?.body).toMatchObject({
    orderId: '100471',
    email: 'ananya.rk@example.com',
    mailServiceProvider: 'Sendgrid',
    version: '7',
  });
  expect(await screen.findByRole('region', { name: 'Email History' })).toHaveTextContent('Queued');
  expect(form().getByRole('button', { name: 'Document Choose a file' })).toBeVisible();
});

test('Cancel stops an upload and keeps the document chosen', async () => {
  const uploads = fakeUploads();
  await openOrder(fakeDesk());
  await choose(pdf());
  await send();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }));
  expect(uploads[0]?.aborted).toBe(true);
  expect(await form().findByRole('button', { name: 'Upload and send' })).toBeEnabled();
  expect(form().getByText('declaration.pdf')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a document that is not what it claims says so under it, and stays chosen', async () => {
  const uploads = fakeUploads();
  const desk = fakeDesk();
  const message = 'This file says it is a PDF but is not. Choose a PDF or an image.';
  desk.on(upload, () => ({ httpStatus: 415, message }));
  await openOrder(desk);
  await choose(pdf());
  await send();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(() => uploads[0]!.arrive());
  expect(await form().findByText(message)).toBeVisible();
  expect(form().getByText('declaration.pdf')).toBeVisible();
});

test('nothing is sent for a deleted order, and the form says why', async () => {
  fakeUploads();
  await openOrder(fakeDesk({ order: orderOf({ process_status: 'Deleted' }) }));
  expect(form().getByRole('button', { name: 'Upload and send' })).toBeDisabled();
  expect(form().getByText('This order is deleted. Restore it first.')).toBeVisible();
});

test('the one filled button is the head’s until a document is chosen, then it is the one that sends it', async () => {
  fakeUploads();
  await openOrder(fakeDesk());
  const head = () => within(screen.getByRole('banner')).getByRole('button', { name: 'Upload Document' });
  expect(head()).toHaveClass('MuiButton-contained');
  await choose(pdf());
  expect(head()).toHaveClass('MuiButton-outlined');
  expect(form().getByRole('button', { name: 'Upload and send' })).toHaveClass('MuiButton-contained');
  await userEvent.click(form().getByRole('button', { name: 'Remove' }));
  expect(head()).toHaveClass('MuiButton-contained');
});

test('mail that goes to the outbox is said to', async () => {
  fakeUploads();
  const desk = fakeDesk();
  desk.on(documentCalls.mailProviders, () => ({ data: { AWS: false, Sendgrid: false } }));
  await openOrder(desk);
  expect(await screen.findByText(/No provider is set up/)).toHaveTextContent(
    'Mail goes to the outbox. No provider is set up.',
  );
});

test('one provider without credentials is named only when it is chosen', async () => {
  fakeUploads();
  const desk = fakeDesk();
  desk.on(documentCalls.mailProviders, () => ({ data: { AWS: true, Sendgrid: false } }));
  await openOrder(desk);
  await waitFor(() => expect(desk.to(documentCalls.mailProviders)).toHaveLength(1));
  expect(screen.queryByText(/outbox/)).toBeNull();
  await userEvent.click(form().getByRole('radio', { name: 'Sendgrid' }));
  expect(await screen.findByText(/is not set up/)).toHaveTextContent(
    'Mail goes to the outbox. Sendgrid is not set up.',
  );
});

test('stored documents are listed with their size, and open and save by a link that carries its right', async () => {
  fakeUploads();
  await openOrder(fakeDesk({ order: orderOf({ uploadDoc: [storedDocument] }) }));
  const list = within(screen.getByRole('region', { name: 'Documents' }));
  expect(list.getByText(/3\.1 MB/)).toBeVisible();
  const address = '/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf?grant=signed%20grant';
  expect(list.getByRole('link', { name: 'declaration.pdf' })).toHaveAttribute('href', `${address}&inline=1`);
  expect(list.getByRole('link', { name: 'Save declaration.pdf' })).toHaveAttribute('href', address);
});
