import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { queryClient, Toaster, useSession } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { fakeApi } from 'shared/testing/fakeApi';
import { orderOf } from 'shared/testing/orders';
import { StaffTheme } from 'shared/kit/base';
import { SendInvoiceScreen } from './SendInvoiceScreen.tsx';

const message = 'Invoice 1042 for order 100471. Email sends in 10 seconds.';

function open() {
  queryClient.clear();
  toast.remove();
  useSession.setState({
    accessToken: 'token',
    user: { id: 3, name: 'Nia', type: 'Night Staff' },
    isAuth: true,
    role: 'Night Staff',
  });
  const api = fakeApi().on(orderCalls.details, ({ orderId }) => ({ data: orderOf({ order_id: orderId }) }));
  let mailId = 0;
  api.on(invoiceCalls.send, () => {
    mailId += 1;
    const dueAt = new Date(Date.now() + 10_000).toISOString();
    return { message, data: { number: 1_042, customer: 'Mere Tane', recipient: 'mere@example.com', mailId, dueAt } };
  });
  const { rerender } = render(
    <MemoryRouter>
      <StaffTheme>
        <SendInvoiceScreen />
      </StaffTheme>
      <Toaster />
    </MemoryRouter>,
  );
  const leave = () =>
    rerender(
      <MemoryRouter>
        <Toaster />
      </MemoryRouter>,
    );
  return Object.assign(api, { leave });
}
const field = () => screen.getByRole('textbox', { name: 'Order ID' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send Invoice' }));
const customer = () => screen.getByRole('status', { name: 'Invoice recipient' });
/** Types an id, and presses Enter once the customer is shown. */
async function enter(orderId: string, user: { type: typeof userEvent.type } = userEvent) {
  await user.type(field(), orderId);
  await waitFor(() => expect(customer()).not.toBeEmptyDOMElement());
  await user.type(field(), '{Enter}');
}
const line = async () => (await screen.findByText('Invoice 1042')).closest('li')!;

test('once the customer shows, Enter sends the invoice, empties and focuses the field, and adds a line', async () => {
  const api = open();
  await enter(' 100471 ');
  const sent = await line();
  expect(api.to(invoiceCalls.send).map(({ body }) => body)).toEqual([{ orderId: '100471' }]);
  expect(api.to(invoiceCalls.send)[0]!.headers.get('Idempotency-Key')).toBeTruthy();
  expect(sent).toHaveTextContent('Invoice 1042 for order 100471to Mere Tane, mere@example.comSending in 10 s');
  expect(within(sent).getByRole('link', { name: '100471' })).toHaveAttribute('href', orderPath('100471'));
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
  await userEvent.type(field(), '100472');
  await press();
  await waitFor(() => expect(customer()).toHaveTextContent('then press Send Invoice'));
  await press();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('100472');
});

test('before sending, the customer is shown with address, amount and status', async () => {
  const api = open();
  api.on(orderCalls.details, () => ({
    data: orderOf({ full_name: 'Mere Tane', contact_email_address: 'mere@example.com', process_status: 'ChargeBack' }),
  }));
  await userEvent.type(field(), '100471');
  await waitFor(() =>
    expect(customer()).toHaveTextContent('CustomerMere TaneEmailmere@example.comAmountNZD 79.00StatusCharge Back'),
  );
  await userEvent.type(field(), '2');
  expect(customer()).toBeEmptyDOMElement();
  expect(api.to(invoiceCalls.send)).toEqual([]);
});

test('a press before the customer is shown only shows the customer, and the next press sends', async () => {
  const api = open();
  const lookedUp = Promise.withResolvers<void>();
  api.on(orderCalls.details, async ({ orderId }) => {
    await lookedUp.promise;
    return { data: orderOf({ order_id: orderId, full_name: 'Mere Tane' }) };
  });
  await userEvent.type(field(), '100471{Enter}{Enter}');
  await waitFor(() => expect(api.to(orderCalls.details)).toHaveLength(1));
  lookedUp.resolve();
  await waitFor(() => expect(customer()).toHaveTextContent('Mere Tane'));
  expect(customer()).toHaveTextContent('Check the customer, then press Send Invoice.');
  expect(field()).toHaveFocus();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send Invoice' })).toHaveAttribute('aria-busy', 'false'),
  );
  expect(api.to(invoiceCalls.send)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await line();
  expect(api.to(invoiceCalls.send)).toHaveLength(1);
});

test('an unknown order is refused by the call itself', async () => {
  const api = open();
  const unknown = 'There is no order 100471.';
  api.on(orderCalls.details, () => ({ httpStatus: 404, message: 'Order not found.' }));
  api.on(invoiceCalls.send, () => ({ httpStatus: 404, message: unknown, errors: { orderId: unknown } }));
  await userEvent.type(field(), '100471{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(unknown);
});

test('an order whose lookup failed gets no invoice, and the field says why', async () => {
  const api = open();
  api.on(orderCalls.details, () => ({ httpStatus: 500, message: 'Something went wrong.' }));
  await userEvent.type(field(), '100471{Enter}');
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
  expect(api.to(invoiceCalls.send)).toEqual([]);
});

test.each([
  ['', 'Please enter your order id.'],
  ['12345', 'Order Id must be at least 6 characters.'],
  ['order 7', 'An order ID is 6 to 18 digits.'],
])('"%s" is refused under the field before any request, and stays', async (typed, text) => {
  const api = open();
  if (typed) await userEvent.type(field(), typed);
  await press();
  expect(await screen.findByText(text)).toBeVisible();
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(text));
  expect(field()).toHaveValue(typed);
  expect(field()).toHaveFocus();
  expect(api.recorded).toEqual([]);
});

test('the API’s refusal appears as a toast and under the field, and the typed text stays', async () => {
  const api = open();
  const unpaid = 'This order has not been paid. Its invoice can be sent once it is.';
  api.on(invoiceCalls.send, () => ({ httpStatus: 409, message: unpaid, errors: { orderId: unpaid } }));
  await enter('100471');
  expect(await screen.findByRole('alert')).toHaveTextContent(unpaid);
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(unpaid));
  expect(field()).toHaveValue('100471');
  expect(field()).toHaveFocus();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('a toast of this page replaces the previous one, and leaves after five seconds', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  open();
  await enter('100471', user);
  await screen.findByText(message);
  await enter('100472', user);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getAllByText(message)).toHaveLength(1);
  // Advance in steps, so that a timer's rendering can start the next timer.
  for (let seconds = 0; seconds < 6; seconds += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText(message)).toBeNull();
  jest.useRealTimers();
});

test('without a response the toast offers Retry, which sends the call again', async () => {
  const api = open();
  const answered = {
    message,
    data: { number: 1_042, customer: 'Mere Tane', recipient: 'mere@example.com', mailId: 1, dueAt: null },
  };
  let reached = false;
  api.on(invoiceCalls.send, () => (reached ? answered : 'unreachable'));
  await enter('100471');
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5_000 });
  expect(field()).toHaveValue('100471');
  reached = true;
  await userEvent.click(retry);
  expect(await line()).toHaveTextContent('On its way');
  // The customer gets one mail, even if the first request arrived.
  expect(new Set(api.to(invoiceCalls.send).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('text typed while an invoice is being sent is kept', async () => {
  const api = open();
  const answer = Promise.withResolvers<void>();
  api.on(invoiceCalls.send, async () => {
    await answer.promise;
    return {
      message,
      data: { number: 1_042, customer: 'Mere Tane', recipient: 'mere@example.com', mailId: 1, dueAt: null },
    };
  });
  await enter('100471');
  await userEvent.clear(field());
  await userEvent.type(field(), '1004');
  await act(async () => answer.resolve());
  await line();
  expect(field()).toHaveValue('1004');
});

test('an invalid id is reported on leaving the field, and then at every keystroke', async () => {
  open();
  await userEvent.type(field(), '123');
  await userEvent.tab();
  expect(await screen.findByText('Order Id must be at least 6 characters.')).toBeVisible();
  await userEvent.type(field(), '456');
  await waitFor(() => expect(field()).toBeValid());
});

test('offline the button waits, and says why', async () => {
  open();
  expect(screen.queryByText(/You are offline/)).toBeNull();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void fireEvent(window, new Event('offline')));
  expect(screen.getByRole('button', { name: 'Send Invoice' })).toBeDisabled();
  expect(screen.getByText('You are offline. The order ID is kept.')).toBeVisible();
  jest.restoreAllMocks();
});

test('while the mail waits it can be cancelled', async () => {
  const api = open();
  api.on(mailCalls.cancel, () => ({ message: 'The email was cancelled.', data: { mailId: 1, orderId: '100471' } }));
  await enter('100471');
  await line();
  await userEvent.click(screen.getByRole('button', { name: 'Undo invoice 1042' }));
  await waitFor(async () => expect(await line()).toHaveTextContent('Cancelled'));
  expect(api.to(mailCalls.cancel).map(({ body }) => body)).toEqual([{ mailId: 1 }]);
  expect(screen.getByRole('link', { name: '100471' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Undo invoice 1042' })).toBeNull();
});

test('a late cancellation says that it was too late', async () => {
  const api = open();
  api.on(mailCalls.cancel, () => ({ httpStatus: 409, message: 'This email is on its way already.' }));
  await enter('100471');
  await line();
  await userEvent.click(screen.getByRole('button', { name: 'Undo invoice 1042' }));
  expect(await screen.findByText('This email is on its way already.')).toBeVisible();
});
