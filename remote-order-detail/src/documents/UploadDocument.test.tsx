import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { fakeDesk, openOrder, stopClock } from '../testing/fakeDesk.tsx';
import { fakeUploads } from 'shared/testing/fakeUploads';
import { pdfFile, chooseFile, sendUpload, unfoldUpload, uploadForm, uploadSection } from '../testing/uploadForm.ts';
import { documentOf, mailOf, orderOf } from 'shared/testing/orders';

const upload = documentCalls.upload;

const mailRows = () => {
  const history = screen.queryByRole('region', { name: 'Email History' });
  const rows = history ? within(history).getAllByRole('row').slice(1) : [];
  return rows.map((row) => row.textContent);
};

test('the order id is read-only, the email is filled in, and the picker accepts PDFs and images', async () => {
  fakeUploads();
  await openOrder(fakeDesk());
  await unfoldUpload();
  expect(uploadForm().getByLabelText('Order ID')).toHaveAttribute('readonly');
  expect(uploadForm().getByLabelText('Order ID')).toHaveValue('100471');
  expect(uploadForm().getByLabelText('Email')).toHaveValue('ananya.rk@example.com');
  expect(screen.getByTestId('document-picker')).toHaveAttribute('accept', 'application/pdf,image/*');
});

test('an address that the customer has not given has a warning', async () => {
  fakeUploads();
  await openOrder(fakeDesk());
  await unfoldUpload();
  await userEvent.type(uploadForm().getByLabelText('Email'), '.nz');
  expect(uploadForm().getByLabelText('Email')).toHaveAccessibleDescription(/^This address isn’t on the order/);
});

test('without a file and an email nothing is sent, and each field has its error', async () => {
  fakeUploads();
  const desk = fakeDesk();
  await openOrder(desk);
  await unfoldUpload();
  await userEvent.clear(uploadForm().getByLabelText('Email'));
  await sendUpload();
  expect(await uploadForm().findByText('Please enter your email')).toBeVisible();
  expect(uploadForm().getByText('File is required')).toBeVisible();
  expect(uploadForm().getByLabelText('Email')).toHaveFocus();
  expect(desk.to(upload)).toEqual([]);
});

test('a document is sent by the chosen provider with its progress, and its mail is shown as queued', async () => {
  stopClock();
  const uploads = fakeUploads();
  const assigned = { assign_to: 'Max Manager', assigned_to_me: true };
  const desk = fakeDesk({ order: orderOf(assigned) });
  await openOrder(desk);
  desk.on(upload, () => {
    const mailHistory = [mailOf({ state: 'queued' })];
    desk.order = orderOf({ ...assigned, mailHistory, uploadDoc: [documentOf()], version: 8 });
    return {
      message: 'Document uploaded. The email is on its way.',
      data: { file1: documentOf().file1, version: 8, mailId: 1, dueAt: null },
    };
  });
  await unfoldUpload();
  await userEvent.click(uploadForm().getByRole('radio', { name: 'Sendgrid' }));
  await chooseFile(pdfFile({ size: 3_250_586 }));
  await sendUpload();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(async () => uploads[0]?.progress(1_992_294, 3_250_586));
  expect(uploadForm().getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '61');
  expect(uploadForm().getByText(/1\.9 MB of 3\.1 MB/)).toBeVisible();
  expect(uploadForm().getByRole('button', { name: 'Sending…' })).toBeVisible();
  // No row appears above the form while the form is in view.
  expect(mailRows()).toEqual([]);

  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(uploadSection().textContent));
  observer.observe(document.body, { subtree: true, childList: true });
  void uploads[0]!.arrive();
  expect(await screen.findByText('Document uploaded. The email is on its way.')).toBeVisible();
  expect(desk.to(upload)[0]?.body).toMatchObject({
    orderId: '100471',
    email: 'ananya.rk@example.com',
    mailServiceProvider: 'Sendgrid',
    version: '7',
  });
  expect(await screen.findByRole('region', { name: 'Email History' })).toHaveTextContent('Queued');
  expect(mailRows()).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Upload Document' })).toBeNull());
  expect(uploadSection()).toHaveTextContent('declaration.pdf');
  observer.disconnect();
  // The form closes in the same render that shows the document.
  expect(seen.filter((text) => text.includes('There is no document to send'))).toEqual([]);
  const next = screen.getByRole('button', { name: 'Move to Completed' });
  await waitFor(() => expect(next).toHaveFocus());
  // The second press of a double press on "Upload and send".
  await userEvent.keyboard('{Enter}');
  expect(desk.to(orderCalls.move)).toEqual([]);
  jest.restoreAllMocks();
});

test('while a document is being sent, a move is refused without asking to confirm it', async () => {
  const uploads = fakeUploads();
  const desk = fakeDesk();
  await openOrder(desk);
  await chooseFile(pdfFile());
  await sendUpload();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await userEvent.keyboard('m1');
  expect(
    await screen.findByText('Your document is still being sent. You can move the order once it has been sent.'),
  ).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.click(uploadForm().getByRole('button', { name: 'Cancel' }));
  await uploadForm().findByRole('button', { name: 'Upload and send' });
  await userEvent.keyboard('m1');
  expect(screen.getByRole('alertdialog', { name: 'Complete this order without a document?' })).toBeVisible();
  expect(desk.to(orderCalls.move)).toEqual([]);
});

test('Cancel stops an upload and keeps the document selected', async () => {
  const uploads = fakeUploads();
  await openOrder(fakeDesk());
  await chooseFile(pdfFile());
  await sendUpload();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await userEvent.click(uploadForm().getByRole('button', { name: 'Cancel' }));
  expect(uploads[0]?.aborted).toBe(true);
  await waitFor(() => expect(mailRows()).toEqual([]));
  expect(await uploadForm().findByRole('button', { name: 'Upload and send' })).toBeEnabled();
  expect(uploadForm().getByText('declaration.pdf')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a document with a false type shows its error, and stays selected', async () => {
  const uploads = fakeUploads();
  const desk = fakeDesk();
  const message = 'This file says it is a PDF but is not. Choose a PDF or an image.';
  desk.on(upload, () => ({ httpStatus: 415, message }));
  await openOrder(desk);
  await chooseFile(pdfFile());
  await sendUpload();
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(() => uploads[0]!.arrive());
  expect(await uploadForm().findByText(message)).toBeVisible();
  expect(uploadForm().getByText('declaration.pdf')).toBeVisible();
});

test('a deleted order has no upload form; an open form says why nothing is sent', async () => {
  fakeUploads();
  await openOrder(fakeDesk({ order: orderOf({ process_status: 'Deleted' }) }));
  await userEvent.keyboard('d');
  expect(screen.queryByRole('button', { name: 'Upload a document' })).toBeNull();
  expect(screen.queryByRole('form', { name: 'Upload Document' })).toBeNull();
  await chooseFile(pdfFile());
  expect(uploadForm().getByRole('button', { name: 'Upload and send' })).toBeDisabled();
  expect(uploadForm().getByText('This order is deleted. Restore it first.')).toBeVisible();
});

test('the filled button is in the header until the form opens; once a file is chosen, the form’s button is focused', async () => {
  fakeUploads();
  await openOrder(fakeDesk({ order: orderOf({ assign_to: 'Tia Team' }) }));
  const head = () => within(screen.getByRole('banner')).getByRole('button', { name: 'Upload Document' });
  expect(head()).toHaveClass('MuiButton-contained');
  await userEvent.click(head());
  expect(head()).toHaveClass('MuiButton-outlined');
  expect(uploadForm().getByRole('button', { name: 'Upload and send' })).toHaveClass('MuiButton-contained');
  await chooseFile(pdfFile());
  const send = uploadForm().getByRole('button', { name: 'Upload and send' });
  expect(send).toHaveFocus();

  // D focuses this button too, not the one that removes the file.
  act(() => screen.getByRole('heading', { level: 1 }).focus());
  await userEvent.keyboard('d');
  expect(send).toHaveFocus();
  expect(send).toHaveAttribute('data-next-step', 'send');
});

test('mail that goes to the outbox has a note', async () => {
  fakeUploads();
  const desk = fakeDesk();
  desk.on(documentCalls.mailProviders, () => ({ data: { AWS: false, Sendgrid: false } }));
  await openOrder(desk);
  await unfoldUpload();
  expect(await screen.findByText(/No provider is set up/)).toHaveTextContent(
    'Mail goes to the outbox. No provider is set up.',
  );
});

test('a provider without credentials is named only when it is selected', async () => {
  fakeUploads();
  const desk = fakeDesk();
  desk.on(documentCalls.mailProviders, () => ({ data: { AWS: true, Sendgrid: false } }));
  await openOrder(desk);
  await unfoldUpload();
  await waitFor(() => expect(desk.to(documentCalls.mailProviders)).toHaveLength(1));
  expect(screen.queryByText(/outbox/)).toBeNull();
  await userEvent.click(uploadForm().getByRole('radio', { name: 'Sendgrid' }));
  expect(await screen.findByText(/is not set up/)).toHaveTextContent(
    'Mail goes to the outbox. Sendgrid is not set up.',
  );
});

test('stored documents show their size, and open and save by a link with their grant', async () => {
  fakeUploads();
  await openOrder(
    fakeDesk({ order: orderOf({ uploadDoc: [documentOf({ size: 3_250_586, grant: 'signed grant' })] }) }),
  );
  await unfoldUpload();
  const list = within(screen.getByRole('region', { name: 'Documents' }));
  expect(list.getByText(/3\.1 MB/)).toBeVisible();
  const address = '/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf?grant=signed%20grant';
  expect(list.getByRole('link', { name: 'declaration.pdf' })).toHaveAttribute('href', `${address}&inline=1`);
  expect(list.getByRole('link', { name: 'Save declaration.pdf' })).toHaveAttribute('href', address);
});

describe('a document that seems to be another person’s', () => {
  const warnings = [
    'Passport: Z0000271 on the document, Z0000271 on the order.',
    'Surname: not found on the document, Tane on the order.',
  ];
  const sending = async () => {
    const uploads = fakeUploads();
    const desk = fakeDesk();
    desk.on(upload, ({ confirmed }) =>
      confirmed === 'Y'
        ? {
            message: 'Document uploaded. The email is on its way.',
            data: { file1: 'a.pdf', version: 8, mailId: 1, dueAt: null },
          }
        : { httpStatus: 409, message: 'This may be someone else’s document.', data: { warnings } },
    );
    await openOrder(desk);
    await chooseFile(pdfFile());
    await sendUpload();
    await waitFor(() => expect(uploads).toHaveLength(1));
    return { desk, uploads };
  };
  const refused = async () => {
    const { desk, uploads } = await sending();
    await act(() => uploads[0]!.arrive());
    const dialog = within(await screen.findByRole('alertdialog', { name: 'This may be someone else’s document' }));
    return { desk, uploads, dialog };
  };

  test('shows a question with the reasons, Cancel first, and stays selected', async () => {
    const { desk, dialog } = await refused();
    expect(dialog.getByRole('row', { name: 'Passport Z0000271 Z0000271 Yes' })).toBeVisible();
    expect(dialog.getByRole('row', { name: 'Surname not found Tane No' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(uploadForm().getByText('declaration.pdf')).toBeVisible();
    expect(desk.to(upload)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows a toast if the member has left the order', async () => {
    const { uploads } = await sending();
    await userEvent.keyboard('u');
    await screen.findByText('Another screen');
    await act(() => uploads[0]!.arrive());
    const told = await screen.findByRole('alert');
    expect(told).toHaveTextContent('Your document was not sent.');
    expect(told).toHaveTextContent('Order 100471: This may be someone else’s document.');
    expect(screen.getByRole('button', { name: 'Open 100471' })).toBeVisible();
  });

  test('is sent anyway with the same file after the confirmation', async () => {
    const { desk, uploads, dialog } = await refused();
    await userEvent.click(dialog.getByRole('button', { name: 'Send it anyway' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    await act(() => uploads[1]!.arrive());
    expect(await screen.findByText('Document uploaded. The email is on its way.')).toBeVisible();
    const [, confirmed] = desk.to(upload).map(({ body }) => body as Record<string, unknown>);
    expect(confirmed).toMatchObject({ confirmed: 'Y', version: '7', uploadVisaDoc: expect.anything() });
  });
});

test('a document that does not match shows how, and who confirmed it, even while the form is closed', async () => {
  const warnings = ['Passport: Z0000217 on the document, Z0000271 on the order.', 'The document does not name Tane.'];
  await openOrder(fakeDesk({ order: orderOf({ uploadDoc: [documentOf({ warnings })] }) }));
  const section = within(screen.getByRole('region', { name: 'Upload Document' }));
  expect(section.getByRole('row', { name: 'Passport Z0000217 Z0000271 No' })).toBeVisible();
  expect(section.getByRole('row', { name: warnings[1] })).toBeVisible();
  expect(section.getByText(/^Checked by/)).toHaveTextContent('Checked by Tia Team, 11-21-2026 5:21:38 (EST)');
});

test('a document is withdrawn after a question, stays in the list, and is no longer sent', async () => {
  const order = orderOf({ uploadDoc: [documentOf()] });
  const desk = fakeDesk({ order });
  desk.on(documentCalls.withdraw, () => {
    desk.order = { ...order, uploadDoc: [documentOf({ withdrawn_at: '2026-11-21T10:31:00.000Z' })], version: 8 };
    return { message: 'The document was withdrawn.', data: { version: 8 } };
  });
  await openOrder(desk);
  await unfoldUpload();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw declaration.pdf' }));
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw document' }));
  expect(await screen.findByText('The document was withdrawn.')).toBeVisible();
  expect(desk.to(documentCalls.withdraw).map(({ body }) => body)).toEqual([
    { orderId: '100471', file1: 'a1b2c3d4e5f6a7b8.pdf' },
  ]);
  const list = within(await screen.findByRole('region', { name: 'Documents' }));
  expect(await list.findByText('Withdrawn')).toBeVisible();
  expect(list.queryByRole('button', { name: 'Withdraw declaration.pdf' })).toBeNull();
  await waitFor(() => expect(list.getByRole('button', { name: 'Preview declaration.pdf' })).toHaveFocus());
});

test('the preview of a missing file says so', async () => {
  const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf()] }) });
  desk.onFile('/uploads/visaDocs/a1b2c3d4e5f6a7b8.pdf', () => new Response(null, { status: 404 }));
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Preview declaration.pdf' }));
  expect(await screen.findByText('This file is missing. Ask for it again, or upload another one.')).toBeVisible();
  expect(screen.queryByTitle('Preview of declaration.pdf')).toBeNull();
});
