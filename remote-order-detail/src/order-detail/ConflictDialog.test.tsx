import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';
import { fakeUploads } from 'shared/testing/fakeUploads';
import { pdfFile } from '../testing/uploadForm.ts';
import { documentOf, orderOf, remarkOf } from 'shared/testing/orders';

const moveOrder = orderCalls.move;
const addRemark = orderCalls.addRemark;
const upload = documentCalls.upload;
const completed = () => within(screen.getByRole('toolbar')).getByRole('button', { name: 'Completed' });
const dialog = () => screen.findByRole('alertdialog', { name: 'Tia Team changed this order' });

/** Tia Team has moved the order to `to` since it was opened here, so calls with version 7 are refused. */
function deskWithConflict(to = 'Customer Called') {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Pending', uploadDoc: [documentOf()] }) });
  const stale = {
    version: 8,
    changes: [{ at: '2026-11-21T10:19:00.000Z', by: 'Tia Team', field: 'process_status', from: 'Pending', to }],
  };
  const refuseElse =
    <Data,>(data: Data) =>
    ({ version }: { version?: number }) =>
      version === undefined
        ? { message: 'Order 100471 has been moved to Completed.', data }
        : { httpStatus: 409, message: 'Tia Team changed this order', data: stale };
  desk.on(moveOrder, refuseElse({ done: ['100471'], failed: [], actionId: 'a' }));
  desk.on(addRemark, refuseElse({ id: 1, version: 9, actionId: null }));
  desk.on(upload, refuseElse({ file1: 'declaration.pdf', version: 9, mailId: 1, dueAt: null }));
  return desk;
}

test('a conflict opens a dialog, not a toast, with what was not done and what the colleague did', async () => {
  await openOrder(deskWithConflict());
  await userEvent.click(completed());
  expect(await dialog()).toHaveTextContent('Your move to Completed wasn’t saved, so nothing was overwritten.');
  expect(await dialog()).toHaveTextContent('StatusPendingCustomer Called');
  expect(await dialog()).toHaveTextContent('When21/11/2026 10:19 (UTC)');
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reload the order' })).toHaveFocus();
});

test('Reload the order shows the current order', async () => {
  const desk = deskWithConflict();
  await openOrder(desk);
  await userEvent.click(completed());
  desk.order = orderOf({ process_status: 'Customer Called', remarks: [remarkOf()], version: 8 });
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Reload the order' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await screen.findByText('Called, she confirmed the address.')).toBeVisible();
  expect(desk.to(moveOrder)).toHaveLength(1);
});

test('Do it anyway sends the same call without a version', async () => {
  const desk = deskWithConflict();
  await openOrder(desk);
  await userEvent.click(completed());
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText('Order 100471 has been moved to Completed.')).toBeVisible();
  expect(desk.to(moveOrder)[1]?.body).toEqual({ orderId: '100471', updatingStatus: 'Completed' });
  const [first, second] = desk.to(moveOrder).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).not.toBe(second);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a refused comment stays in the form', async () => {
  await openOrder(deskWithConflict());
  const text = screen.getByRole('textbox', { name: /Add Comment Below/ });
  await userEvent.type(text, 'Worth keeping');
  await userEvent.click(completed());
  expect(await dialog()).toHaveTextContent('Your move to Completed and your comment weren’t saved');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(text).toHaveValue('Worth keeping');
});

test('after a comment’s conflict and Do it anyway, the form is closed and the heading has the focus', async () => {
  await openOrder(deskWithConflict());
  const text = screen.getByRole('textbox', { name: /Add Comment Below/ });
  await userEvent.type(text, 'Worth keeping{Control>}{Enter}{/Control}');
  expect(await dialog()).toHaveTextContent('Your comment wasn’t added');
  await userEvent.click(screen.getByRole('button', { name: 'Do it anyway' }));
  await waitFor(() => expect(text).toHaveValue(''));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByRole('checkbox', { name: 'Voided' })).toBeNull();
});

test.each(['{Escape}', 'the backdrop'])(
  'after %s closed the dialog a line stays, and actions are refused until Reload',
  async (way) => {
    const desk = deskWithConflict();
    await openOrder(desk);
    await userEvent.click(completed());
    if (way === '{Escape}') await userEvent.keyboard(way);
    else await userEvent.click((await dialog()).closest('.MuiDialog-container')!);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const line = 'Tia Team moved this to Customer Called at 10:19 (UTC).';
    expect(screen.getByText(line)).toBeVisible();
    await userEvent.click(completed());
    expect(await screen.findByRole('alert')).toHaveTextContent(line);
    await userEvent.type(screen.getByRole('textbox', { name: /Add Comment Below/ }), 'Worth keeping');
    await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
    expect(desk.to(addRemark)).toHaveLength(0);
    expect(desk.to(moveOrder)).toHaveLength(1);
    desk.order = orderOf({ process_status: 'Customer Called', uploadDoc: [documentOf()], version: 8 });
    await userEvent.click(screen.getAllByRole('button', { name: 'Reload' })[0]!);
    await waitFor(() => expect(screen.queryByText(line, { selector: '[role=status] *' })).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    desk.on(addRemark, () => ({ message: 'Comment added.', data: { id: 1, version: 9, actionId: null } }));
    await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
    expect(await screen.findByText('Comment added.')).toBeVisible();
  },
);

test('after Reload the order the typed text is still in the form', async () => {
  const desk = deskWithConflict();
  await openOrder(desk);
  const text = screen.getByRole('textbox', { name: /Add Comment Below/ });
  await userEvent.type(text, 'Worth keeping');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Telephone' }));
  await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
  expect(await dialog()).toHaveTextContent('Your comment wasn’t added');
  desk.order = orderOf({ process_status: 'Customer Called', remarks: [remarkOf()], version: 8 });
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Reload the order' }));
  expect(await screen.findByText('Called, she confirmed the address.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await userEvent.click(text);
  expect(text).toHaveValue('Worth keeping');
  expect(screen.getByRole('checkbox', { name: 'Telephone' })).toBeChecked();
});

test('a member who has left the order gets a toast that links to the current order', async () => {
  const desk = deskWithConflict();
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  const data = { version: 8, changes: [] };
  desk.on(moveOrder, () => late.then(() => ({ httpStatus: 409, message: 'Tia Team changed this order', data })));
  await openOrder(desk);
  await userEvent.click(completed());
  await userEvent.keyboard('u');
  await screen.findByText('Another screen');
  desk.order = orderOf({ process_status: 'Customer Called', remarks: [remarkOf()], version: 8 });
  answer();
  const told = await screen.findByRole('alert');
  expect(told).toHaveTextContent('Your move to Completed wasn’t saved.');
  expect(told).toHaveTextContent('Order 100471: Tia Team changed this order');
  await userEvent.click(screen.getByRole('button', { name: 'Open 100471' }));
  expect(await screen.findByText('Called, she confirmed the address.')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an order deleted meanwhile offers no "Do it anyway"', async () => {
  await openOrder(deskWithConflict('Deleted'));
  await userEvent.click(completed());
  expect(within(await dialog()).queryByRole('button', { name: 'Do it anyway' })).toBeNull();
});

test('a document is sent anyway with the same file, and then the form is ready for the next', async () => {
  const uploads = fakeUploads();
  const desk = deskWithConflict();
  await openOrder(desk);
  const file = pdfFile();
  await userEvent.upload(screen.getByTestId('document-picker'), file);
  await userEvent.click(await screen.findByRole('button', { name: 'Upload and send' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(() => uploads[0]!.arrive());
  expect(await dialog()).toHaveTextContent('Your document was not sent');
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Do it anyway' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  await act(() => uploads[1]!.arrive());
  // Until the dialog has closed, queries by role do not find the page.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Upload Document' })).toBeNull());
  await userEvent.upload(screen.getByTestId('document-picker'), file);
  const form = within(await screen.findByRole('form', { name: 'Upload Document' }));
  expect(await form.findByText('declaration.pdf')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});
