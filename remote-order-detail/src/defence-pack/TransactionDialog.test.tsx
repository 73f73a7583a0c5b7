import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { orderOf } from 'shared/testing/orders';
import { readinessOf } from 'shared/testing/packs';
import { fakeDesk, openOrder, type FakeDesk } from '../testing/fakeDesk.tsx';

const { transactionDetails, packReadiness } = defencePackCalls;
const saved = 'Transaction details have been saved successfully';
const toast = () => screen.findByText(saved);

/** A fake desk that stores the sent details. */
function deskWith(changes: Partial<OrderDetails> = {}): FakeDesk {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Completed', ...changes }) });
  desk.on(packReadiness, () => ({ data: readinessOf() }));
  desk.on(transactionDetails, ({ transactionId, merchantName }) => {
    desk.order = { ...desk.order, transaction_id: transactionId, merchant_name: merchantName, version: 8 };
    return { message: saved, data: { version: 8 } };
  });
  return desk;
}

async function openForm(desk: FakeDesk) {
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Enter Transaction Details' }));
  return within(await screen.findByRole('dialog', { name: 'Enter Transaction Details' }));
}

const fields = () => ({
  id: screen.getByRole('textbox', { name: 'Transaction ID' }),
  merchant: screen.getByRole('textbox', { name: 'Merchant name' }),
});
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save transaction details' }));
const isShut = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the form shows the stored details and saves new ones, which Order Details show with a message', async () => {
  const desk = deskWith();
  await openForm(desk);
  expect(fields().id).toHaveValue('txn_8Q2L0471X');
  expect(fields().id).toHaveFocus();
  await userEvent.clear(fields().id);
  await userEvent.type(fields().id, 'txn_NEW');
  await userEvent.type(fields().merchant, 'Ngāti تجارة 商店{Enter}');
  await toast();
  await isShut();
  expect(desk.to(transactionDetails).map(({ body }) => body)).toEqual([
    { transactionId: 'txn_NEW', merchantName: 'Ngāti تجارة 商店', orderId: '100471', version: 7 },
  ]);
  const details = within(screen.getByRole('region', { name: 'Order Details' }));
  expect(details.getByText('Transaction ID').nextSibling).toHaveTextContent('txn_NEW');
  expect(details.getByText('Merchant name').nextSibling).toHaveTextContent('Ngāti تجارة 商店');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Enter Transaction Details' })).toHaveFocus());
});

test('both fields are required with the contract’s texts, and nothing is sent', async () => {
  const desk = deskWith({ transaction_id: null });
  await openForm(desk);
  await save();
  expect(await screen.findByText('Please enter your Transaction Id')).toBeVisible();
  expect(screen.getByText('Please enter your Merchant Name')).toBeVisible();
  expect(fields().id).toHaveFocus();
  expect(fields().id).toHaveAccessibleDescription(/Please enter your Transaction Id/);
  expect(desk.to(transactionDetails)).toHaveLength(0);
});

test('the server’s error appears under its field, and the typed text stays', async () => {
  const desk = deskWith();
  const errors = { merchantName: 'A Merchant Name can have at most 100 characters' };
  desk.on(transactionDetails, () => ({ httpStatus: 400, message: errors.merchantName, errors }));
  await openForm(desk);
  await userEvent.type(fields().merchant, 'Mine');
  await save();
  await waitFor(() => expect(fields().merchant).toHaveAccessibleDescription(/at most 100 characters/));
  expect(fields().merchant).toHaveValue('Mine');
});

test('Esc and the backdrop keep the typed text; Cancel discards it', async () => {
  await openForm(deskWith());
  await userEvent.keyboard('{Escape}');
  await isShut();
  await userEvent.click(screen.getByRole('button', { name: 'Enter Transaction Details' }));
  await userEvent.type(fields().merchant, 'Half a na');
  await userEvent.keyboard('{Escape}');
  expect(fields().merchant).toHaveValue('Half a na');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await isShut();
  await userEvent.click(screen.getByRole('button', { name: 'Enter Transaction Details' }));
  expect(fields().merchant).toHaveValue('');
});

test('after a colleague’s change the conflict is shown, and the typed text survives the reload', async () => {
  const desk = deskWith();
  const changes = [
    { at: '2026-11-21T10:19:00.000Z', by: 'Tia Team', field: 'transaction_id', from: 'txn_8Q2L0471X', to: 'txn_TIA' },
  ];
  desk.on(transactionDetails, () => ({
    httpStatus: 409,
    message: 'Tia Team changed this order',
    data: { version: 8, changes },
  }));
  await openForm(desk);
  await userEvent.type(fields().merchant, 'NZ Travel');
  await save();
  const conflict = await screen.findByRole('alertdialog', { name: 'Tia Team changed this order' });
  expect(conflict).toHaveTextContent('The transaction details were not saved, so nothing was overwritten.');
  desk.order = { ...desk.order, transaction_id: 'txn_TIA', version: 8 };
  await userEvent.click(within(conflict).getByRole('button', { name: 'Reload the order' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(fields().id).toHaveValue('txn_TIA'));
  expect(fields().merchant).toHaveValue('NZ Travel');
  desk.on(transactionDetails, () => ({ message: saved, data: { version: 9 } }));
  await save();
  await toast();
  expect(desk.to(transactionDetails).at(-1)!.body).toEqual({
    ...{ transactionId: 'txn_TIA', merchantName: 'NZ Travel' },
    ...{ orderId: '100471', version: 8 },
  });
});

test('without a response the form stays, and a second press has no second effect', async () => {
  const desk = deskWith();
  let answers = () => {};
  desk.on(transactionDetails, async () => {
    await new Promise<void>((resolve) => (answers = resolve));
    return { httpStatus: 503, message: 'Too much to do. Try again.' };
  });
  await openForm(desk);
  await userEvent.type(fields().merchant, 'Mine{Enter}');
  expect(await screen.findByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-busy', 'true');
  await userEvent.type(fields().merchant, '{Enter}');
  answers();
  expect(await screen.findByText('The transaction details were not saved. Too much to do. Try again.')).toBeVisible();
  expect(fields().merchant).toHaveValue('Mine');
  expect(desk.to(transactionDetails)).toHaveLength(1);
  expect(desk.to(orderCalls.details).length).toBeGreaterThan(0);
});
