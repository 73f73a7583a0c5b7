import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { orderCalls } from 'shared/api/orderCalls';
import { documentOf, mailOf, orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder, type FakeDesk, stopClock } from '../testing/fakeDesk.tsx';

const move = (name: string) => within(screen.getByRole('toolbar')).getByRole('button', { name });
const itsStatus = () => within(screen.getByRole('toolbar')).getByRole('button', { current: true });
const moved = (desk: FakeDesk) =>
  desk.to(orderCalls.move).map(({ body }) => (body as { updatingStatus: string }).updatingStatus);

/** A desk whose order has a document and can be moved. */
function deskThatMoves(changes = {}) {
  const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf()], ...changes }) });
  desk.on(orderCalls.move, ({ updatingStatus }) => {
    desk.order = { ...desk.order, process_status: updatingStatus, version: desk.order.version + 1 };
    return { message: 'Moved', data: { done: ['100471'], failed: [], actionId: 'a' } };
  });
  return desk;
}

afterEach(() => jest.restoreAllMocks());

test('Enter, Enter moves once: the focus goes to the next step, which the second Enter does not press', async () => {
  stopClock();
  const desk = deskThatMoves();
  await openOrder(desk);
  act(() => move('Awaiting Govt').focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(itsStatus()).toHaveTextContent('Awaiting Govt'));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Next order/ })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  expect(moved(desk)).toEqual(['AwaitingGovt']);
  expect(desk.to(orderCalls.nextOrder)).toEqual([]);
});

test('M focuses the moves even during the cooldown', async () => {
  stopClock();
  const desk = deskThatMoves();
  await openOrder(desk);
  await userEvent.click(move('Awaiting Govt'));
  // Check both at once, because the disabled look ends in real time.
  await waitFor(() => {
    expect(itsStatus()).toHaveTextContent('Awaiting Govt');
    expect(move('Completed')).toHaveAttribute('aria-disabled', 'true');
  });
  act(() => screen.getByRole('heading', { level: 1 }).focus());
  await userEvent.keyboard('m');
  expect(move('Completed')).toHaveFocus();
  // The clock stands still, so the cooldown has not ended.
  await userEvent.keyboard('{Enter}');
  expect(moved(desk)).toEqual(['AwaitingGovt']);
});

test.each(['a key', 'the pointer'])('for 400 ms after a move %s makes no other move', async (by) => {
  const pass = stopClock();
  const desk = deskThatMoves();
  await openOrder(desk);
  const press = async (name: string) => {
    if (by === 'the pointer') return userEvent.click(move(name));
    act(() => move(name).focus());
    await userEvent.keyboard('{Enter}');
  };
  await press('Awaiting Govt');
  await waitFor(() => expect(itsStatus()).toHaveTextContent('Awaiting Govt'));
  await waitFor(() => expect(move('Completed')).toHaveAttribute('aria-disabled', 'false'));
  pass(399);
  await press('Completed');
  expect(moved(desk)).toEqual(['AwaitingGovt']);
  pass(1);
  await press('Completed');
  await waitFor(() => expect(moved(desk)).toEqual(['AwaitingGovt', 'Completed']));
});

test('the header’s button keeps the focus, and its second press neither moves nor opens the next order', async () => {
  const pass = stopClock();
  const desk = deskThatMoves({ process_status: 'Awaiting', mailHistory: [mailOf()], uploadDoc: [documentOf()] });
  await openOrder(desk);
  act(() => screen.getByRole('button', { name: 'Move to Completed' }).focus());
  await userEvent.keyboard('{Enter}');
  const head = within(screen.getByRole('banner'));
  expect(await head.findByRole('button', { name: 'Next order' })).toHaveFocus();
  await waitFor(() => expect(head.getByRole('button', { name: 'Next order' })).toHaveAttribute('aria-busy', 'false'));
  await userEvent.keyboard('{Enter}');
  expect(desk.to(orderCalls.nextOrder)).toEqual([]);
  await userEvent.click(move('Refunds'));
  expect(moved(desk)).toEqual(['Completed']);
  pass(400);
  await userEvent.click(move('Refunds'));
  expect(await head.findByRole('button', { name: 'Refunded it' })).toBeVisible();
  await userEvent.click(head.getByRole('button', { name: 'Refunded it' }));
  expect(desk.to(orderCalls.completeRefund)).toEqual([]);
});

test('for 400 ms after a document was mailed, "Move to Completed" looks busy', async () => {
  stopClock();
  const desk = deskThatMoves({ process_status: 'Awaiting', mailHistory: [mailOf()], uploadDoc: [documentOf()] });
  await openOrder(desk);
  const next = within(screen.getByRole('banner')).getByRole('button', { name: 'Move to Completed' });
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(next).toHaveAttribute('aria-busy', 'true'));
  await userEvent.click(next);
  expect(moved(desk)).toEqual([]);
  await waitFor(() => expect(next).toHaveAttribute('aria-busy', 'false'));
});

test('a confirmed move is ignored during the cooldown, too', async () => {
  stopClock();
  const desk = deskThatMoves();
  desk.on(orderCalls.restore, () => ({ message: 'Restored', data: { done: ['100471'], failed: [], actionId: 'b' } }));
  await openOrder(desk);
  await userEvent.click(move('Deleted'));
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100471' }));
  const restore = await screen.findByRole('button', { name: 'Restore' });
  await userEvent.click(restore);
  expect(desk.to(orderCalls.restore)).toEqual([]);
});
