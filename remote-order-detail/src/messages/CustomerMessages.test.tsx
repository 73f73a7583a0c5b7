import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { messageCalls } from 'shared/api/messageCalls';
import type { CustomerMessageEntry, OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';

const { askCustomer, settleMessages } = messageCalls;

const question: CustomerMessageEntry = {
  id: 1,
  order_id: '100471',
  create_ts: '2026-11-21T08:00:00.000Z',
  from: 'staff',
  by: 'Tia Team',
  origin: null,
  text: 'A photo of your passport, please.',
  file: null,
};
const answer: CustomerMessageEntry = {
  id: 2,
  order_id: '100471',
  create_ts: '2026-11-21T08:24:00.000Z',
  from: 'customer',
  by: null,
  origin: 'public',
  text: 'Here it is,\nsorry.',
  file: { file1: 'a1b2.jpg', original_name: 'passport.jpg', content_type: 'image/jpeg', size: 1_300_000, grant: 'g' },
};

async function open(order: Partial<OrderDetails>) {
  const desk = fakeDesk({ order: orderOf(order) });
  desk.on(askCustomer, () => ({
    message: 'The customer reads it on their page.',
    data: { id: 3, version: 8, actionId: null },
  }));
  desk.on(settleMessages, () => ({ message: 'The messages are dealt with', data: { version: 8 } }));
  await openOrder(desk);
  return desk;
}

const section = () => within(screen.getByRole('region', { name: 'Customer Messages' }));
const ask = () => userEvent.click(section().getByRole('button', { name: 'Ask the customer' }));
const written = () => section().getByLabelText('What we need from the customer');

test('an order that does not wait for its customer, and has no message, has no section for them', async () => {
  await open({ process_status: 'New' });
  expect(screen.queryByRole('region', { name: 'Customer Messages' })).toBeNull();
});

test('what was written on the customer’s page on the staff’s own site is not told as the customer’s', async () => {
  await open({
    process_status: 'Awaiting',
    customerMessages: [
      { ...answer, origin: 'staff' },
      { ...answer, origin: null },
    ],
  });
  const [ofStaff, unknown] = section().getAllByRole('listitem');
  expect(ofStaff).toHaveTextContent(/^The customer’s page, on the staff’s site/);
  expect(unknown).toHaveTextContent(/^The customer /);
});

test('what the customer wrote stands on the page with its file, and is flagged in the head', async () => {
  const desk = await open({ process_status: 'Awaiting', customer_wrote: true, customerMessages: [answer, question] });
  desk.onFile('/uploads/visaDocs/a1b2.jpg', () => new Response());
  URL.createObjectURL = () => 'blob:passport';
  URL.revokeObjectURL = () => {};
  const [newest, older] = section().getAllByRole('listitem');
  expect(newest).toHaveTextContent('The customer');
  expect(newest).toHaveTextContent('11-21-2026 3:24:00 (EST)');
  expect(within(newest!).getByRole('link', { name: 'passport.jpg' })).toHaveAttribute(
    'href',
    '/uploads/visaDocs/a1b2.jpg?grant=g',
  );
  expect(older).toHaveTextContent('Tia Team');
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Customer wrote' })).toHaveAttribute(
    'href',
    '#messages',
  );
  await userEvent.click(within(newest!).getByRole('button', { name: 'Preview passport.jpg' }));
  expect(await section().findByRole('img', { name: 'Preview of passport.jpg' })).toBeInTheDocument();
});

test('it is marked as dealt with by one press, and the mark leaves', async () => {
  const desk = await open({ process_status: 'Awaiting', customer_wrote: true, customerMessages: [answer] });
  const { version } = desk.order;
  desk.on(settleMessages, () => {
    desk.order = { ...desk.order, customer_wrote: false };
    return { message: 'The messages are dealt with', data: { version: version + 1 } };
  });
  await userEvent.click(section().getByRole('button', { name: 'Mark as dealt with' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Customer wrote' })).toBeNull());
  expect(section().queryByRole('button', { name: 'Mark as dealt with' })).toBeNull();
  expect(desk.to(settleMessages)[0]?.body).toEqual({ orderId: '100471', version });
});

test('what we need is written to the customer of an order that waits', async () => {
  const desk = await open({ process_status: 'Contact Customer' });
  expect(section().getByText('The customer has not been told here what we need.')).toBeVisible();
  expect(section().queryByRole('radiogroup')).toBeNull();
  await userEvent.type(written(), 'A photo of your passport, please.');
  await ask();
  await waitFor(() => expect(written()).toHaveValue(''));
  expect(desk.to(askCustomer)[0]?.body).toEqual({
    orderId: '100471',
    question: 'A photo of your passport, please.',
    version: desk.order.version,
  });
});

test('what is written while a question is on its way is not lost with it', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  let arrive = () => {};
  const asked = { message: 'The customer reads it on their page.', data: { id: 3, version: 8, actionId: null } };
  desk.on(askCustomer, () => new Promise((resolve) => (arrive = () => resolve(asked))));
  await userEvent.type(written(), 'Which passport?');
  await ask();
  await waitFor(() => expect(desk.to(askCustomer)).toHaveLength(1));
  await userEvent.type(written(), ' And when?');
  await act(async () => arrive());
  expect(await screen.findByText('The customer reads it on their page.')).toBeVisible();
  expect(written()).toHaveValue('Which passport? And when?');
});

test('an order that does not wait is moved with the question, to where it is said', async () => {
  const desk = await open({ process_status: 'Completed', customerMessages: [question] });
  await userEvent.type(written(), 'Which passport?');
  await userEvent.click(section().getByRole('radio', { name: 'Contact Customer' }));
  await ask();
  await waitFor(() => expect(desk.to(askCustomer)).toHaveLength(1));
  expect(desk.to(askCustomer)[0]?.body).toMatchObject({
    question: 'Which passport?',
    updatingStatus: 'Contact Customer',
  });
});

test('an empty question says so, and nothing is sent', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  await ask();
  expect(await section().findByText('Please write what we need.')).toBeVisible();
  expect(desk.to(askCustomer)).toEqual([]);
});

test('a refusal keeps what was written', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  desk.on(askCustomer, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  await userEvent.type(written(), 'Which passport?');
  await ask();
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
  expect(written()).toHaveValue('Which passport?');
});

test('a question that was refused is there again when the page is loaded anew, with where it would move the order', async () => {
  const desk = await open({ process_status: 'Completed', customerMessages: [question] });
  desk.on(askCustomer, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  const comment = () => screen.getByRole('textbox', { name: /Add Comment Below/ });
  await userEvent.type(comment(), 'Called');
  await userEvent.type(written(), 'Which passport?');
  await userEvent.click(section().getByRole('radio', { name: 'Contact Customer' }));
  expect(section().getByText('Draft kept on this device')).toBeVisible();
  await ask();
  await screen.findByText('Something went wrong');

  cleanup();
  await openOrder(desk);
  expect(written()).toHaveValue('Which passport?');
  expect(section().getByRole('radio', { name: 'Contact Customer' })).toBeChecked();
  // A comment is another draft.
  expect(comment()).toHaveValue('Called');

  const asked = { message: 'The customer reads it on their page.', data: { id: 3, version: 8, actionId: null } };
  desk.on(askCustomer, () => asked);
  await ask();
  await waitFor(() => expect(written()).toHaveValue(''));
  expect(Object.keys(localStorage)).toEqual(['remarkDraft.3.100471']);
});

test('what is written survives the end of the session, and another member does not find it', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  desk.on(askCustomer, () => ({ httpStatus: 401, message: 'Please sign in again' }));
  await userEvent.type(written(), 'Which passport?');
  await ask();
  await waitFor(() => expect(useSession.getState().isAuth).toBe(false));
  cleanup();
  useSession.setState({ accessToken: 'token', user: { id: 3, name: 'Max Manager', type: 'Manager' }, isAuth: true });
  await openOrder(desk);
  expect(written()).toHaveValue('Which passport?');
  act(() => useSession.setState({ user: { id: 4, name: 'Tia Team', type: 'Team' } }));
  expect(written()).toHaveValue('');
});

test('a question that arrives when its order has been left is no draft any more', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  const arrived = Promise.withResolvers<void>();
  desk.on(askCustomer, async () => {
    await arrived.promise;
    return { message: 'The customer reads it on their page.', data: { id: 3, version: 8, actionId: null } };
  });
  await userEvent.type(written(), 'Which passport? ');
  await ask();
  await waitFor(() => expect(desk.to(askCustomer)).toHaveLength(1));
  cleanup();
  expect(localStorage).toHaveLength(1);
  arrived.resolve();
  await waitFor(() => expect(localStorage).toHaveLength(0));
});
