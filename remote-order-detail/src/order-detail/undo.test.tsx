import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { orderCalls } from 'shared/api/orderCalls';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';
import { orderOf } from 'shared/testing/orders';

const actionId = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';

test('a move offers Undo, and after it the order is as it was', async () => {
  const before = orderOf();
  const desk = fakeDesk({ order: before });
  desk.on(orderCalls.move, () => {
    desk.order = orderOf({ ...before, process_status: 'Contact Customer', version: before.version + 1 });
    return { message: 'Order has been moved to Contact Customer', data: { done: ['100471'], failed: [], actionId } };
  });
  desk.on(orderCalls.undo, () => {
    desk.order = orderOf({ ...before, version: before.version + 2 });
    return { message: 'Order has been taken back', data: { done: ['100471'], failed: [], actionId: null } };
  });
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Contact Customer' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Contact Customer' })).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Order has been taken back')).toBeVisible();
  expect(desk.to(orderCalls.undo)[0]?.body).toEqual({ actionId });
  expect(await screen.findByRole('button', { name: 'Contact Customer' })).toBeVisible();
});

test('"comment and move" offers to take the move back, a comment alone nothing', async () => {
  const desk = fakeDesk();
  let moved: string | null = null;
  desk.on(orderCalls.addRemark, () => ({
    message: 'Remark has been added successfully',
    data: { id: 1, version: 8, actionId: moved },
  }));
  await openOrder(desk);
  await userEvent.type(screen.getByRole('textbox', { name: /Add Comment Below/ }), 'Called twice');
  await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
  await screen.findByText('Remark has been added successfully');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  moved = actionId;
  await userEvent.type(screen.getByRole('textbox', { name: /Add Comment Below/ }), 'Called twice');
  await userEvent.click(screen.getByRole('button', { name: 'Contact Customer' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});
