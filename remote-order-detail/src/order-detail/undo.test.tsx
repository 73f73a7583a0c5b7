import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { orderCalls } from 'shared/api/orderCalls';
import { useUndo } from 'shared/desk';
import { fakeDesk, openOrder, stopClock } from '../testing/fakeDesk.tsx';
import { orderOf } from 'shared/testing/orders';

/** A new id for each test: the toast's id contains it, and a closed toast stays for a moment. */
let actionId: string;

beforeEach(() => {
  actionId = crypto.randomUUID();
  useUndo.setState({ actions: [] });
});

test('a move offers Undo, which restores the order', async () => {
  const before = orderOf();
  const desk = fakeDesk({ order: before });
  desk.on(orderCalls.move, () => {
    desk.order = orderOf({ ...before, process_status: 'Contact Customer', version: before.version + 1 });
    return {
      message: 'Order 100471 has been moved to Contact Customer.',
      data: { done: ['100471'], failed: [], actionId },
    };
  });
  desk.on(orderCalls.undo, () => {
    desk.order = orderOf({ ...before, version: before.version + 2 });
    return { message: 'Undone. Order 100471 is back in New.', data: { done: ['100471'], failed: [], actionId: null } };
  });
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Contact Customer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Move without a question' }));
  const itsStatus = () => screen.getByRole('button', { name: 'Contact Customer', current: true });
  await waitFor(itsStatus);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. Order 100471 is back in New.')).toBeVisible();
  expect(desk.to(orderCalls.undo)[0]?.body).toEqual({ actionId });
  expect(await screen.findByRole('button', { name: 'Contact Customer', current: false })).toBeVisible();
});

test('the next action’s toast replaces the last, and Z still undoes the last action', async () => {
  const desk = fakeDesk();
  let done = 0;
  desk.on(orderCalls.assign, () => ({
    message: `Done ${(done += 1)}`,
    data: { done: ['100471'], failed: [], actionId: `${actionId.slice(0, -1)}${done}` },
  }));
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
  await screen.findByText('Done 1');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Assign to me' })).toHaveAttribute('aria-busy', 'false'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
  expect(await screen.findByText('Done 2')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Done 1')).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
});

test('after a refund, earlier actions have no Undo', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Pending' }) });
  desk.on(orderCalls.move, ({ updatingStatus }) => {
    desk.order = orderOf({ process_status: updatingStatus, version: 8 });
    return { message: 'Order 100471 has been moved to Refunds.', data: { done: ['100471'], failed: [], actionId } };
  });
  const pass = stopClock();
  await openOrder(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Refunds' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  const refunded = await screen.findByRole('button', { name: 'Refunded it' });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Completed' })).toHaveAttribute('aria-disabled', 'false'),
  );
  pass(800);
  await userEvent.click(refunded);
  await waitFor(() => expect(desk.to(orderCalls.completeRefund)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  jest.restoreAllMocks();
});

test('"comment and move" offers Undo of the move, and a comment alone none', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: 'Move without a question' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});
