import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { messageOf, orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';

const { askCustomer } = messageCalls;
const asked = { id: 3, version: 8, actionId: 'a', mailId: 1, dueAt: null };
const message = messageOf();

const ask = () => userEvent.click(screen.getByRole('button', { name: 'Ask and move' }));
const written = () => screen.getByLabelText('What we need from the customer');

/** Opens the dialog of a move to Awaiting Customer. */
async function openDialog() {
  const button = within(screen.getByRole('toolbar')).getByRole('button', { name: 'Awaiting Customer' });
  // After a move, the moves wait for a moment.
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);
  return screen.findByRole('dialog', { name: 'Move to Awaiting Customer' });
}

test('the question is sent with the move', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Pending' }) });
  desk.on(askCustomer, () => ({ message: 'Order 100471 has been moved to Awaiting Customer.', data: asked }));
  await openOrder(desk);
  await openDialog();
  await userEvent.type(written(), 'Which passport?');
  await ask();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(desk.to(askCustomer)[0]?.body).toEqual({
    orderId: '100471',
    question: 'Which passport?',
    updatingStatus: 'Awaiting',
    version: desk.order.version,
  });
  await openDialog();
  expect(written()).toHaveValue('');
});

test('a typed comment is sent first, so that the toast at the end names the move', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Pending' }) });
  const sent: string[] = [];
  desk.on(orderCalls.addRemark, ({ remark }) => {
    sent.push(remark!);
    return { message: 'Comment added.', data: { id: 1, version: 8, actionId: null } };
  });
  desk.on(askCustomer, ({ question, version }) => {
    sent.push(`${question} at version ${version}`);
    return { message: 'Order 100471 has been moved to Awaiting Customer.', data: asked };
  });
  await openOrder(desk);
  await userEvent.type(screen.getByRole('textbox', { name: /^Add Comment Below/ }), 'No answer');
  await openDialog();
  await userEvent.type(written(), 'Which passport?');
  await ask();
  expect(await screen.findByText('Order 100471 has been moved to Awaiting Customer.')).toBeVisible();
  expect(sent).toEqual(['No answer', 'Which passport? at version 8']);
});

test('an unsent question is restored, even after leaving the page', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Pending' }) });
  const page = await openOrder(desk);
  await openDialog();
  await userEvent.type(written(), 'Which passport?');
  page.unmount();
  await openOrder(desk);
  await openDialog();
  expect(written()).toHaveValue('Which passport?');
});

test('a message that arrives during the question is shown before sending', async () => {
  const order = orderOf({ process_status: 'Pending' });
  const desk = fakeDesk({ order });
  const change = { at: message.create_ts, by: null, field: 'customer_message', from: null, to: message.text };
  desk.on(askCustomer, ({ version }) =>
    version === order.version
      ? { httpStatus: 409, message: 'The customer has sent a message.', data: { version: 8, changes: [change] } }
      : { message: 'Order 100471 has been moved to Awaiting Customer.', data: asked },
  );
  await openOrder(desk);
  await openDialog();
  await userEvent.type(written(), 'Which passport?');
  desk.order = { ...order, version: 8, customerMessages: [message] };
  await ask();
  expect(await screen.findByText('1 new message since you started writing')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await ask();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(desk.to(askCustomer).at(-1)?.body).toMatchObject({ question: 'Which passport?', version: 8 });
});
