import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folderCalls } from 'shared/api/folderCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { CustomerMessageEntry, OrderDetails } from 'shared/api/orderDetails';
import { queryClient, useSession } from 'shared/desk';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { mailOf, orderOf, orderRowOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';

const { askCustomer, handleMessages, replyToCustomer, withdrawReply } = messageCalls;

const question: CustomerMessageEntry = {
  id: 1,
  order_id: '100471',
  create_ts: '2026-11-21T08:00:00.000Z',
  from: 'staff',
  kind: 'question',
  by: 'Tia Team',
  origin: null,
  text: 'A photo of your passport, please.',
  file: null,
  withdrawn_at: null,
};
const answer: CustomerMessageEntry = {
  id: 2,
  order_id: '100471',
  create_ts: '2026-11-21T08:24:00.000Z',
  from: 'customer',
  kind: null,
  by: null,
  origin: 'public',
  text: 'Here it is,\nsorry.',
  file: { file1: 'a1b2.jpg', original_name: 'passport.jpg', content_type: 'image/jpeg', size: 1_300_000, grant: 'g' },
  withdrawn_at: null,
};

const handled = {
  message: 'Messages marked as handled.',
  data: { done: ['100471'], failed: [], actionId: 'an action' },
};

async function open(order: Partial<OrderDetails>) {
  const desk = fakeDesk({ order: orderOf(order) });
  desk.on(askCustomer, () => ({
    message: 'The customer reads it on their page.',
    data: { id: 3, version: 8, actionId: null, mailId: 1, dueAt: null },
  }));
  desk.on(replyToCustomer, () => ({ message: 'Reply sent.', data: { id: 3, version: 8, mailId: 1, dueAt: null } }));
  desk.on(handleMessages, () => handled);
  await openOrder(desk);
  return desk;
}

/** Opens the order from Messages, where `waiting` orders wait, among them 100472. N claimed those in `left`. */
async function openFromMessages(order: Partial<OrderDetails>, waiting: number, left: string[] = []) {
  const desk = fakeDesk({ order: orderOf(order) });
  desk.on(orderCalls.details, ({ orderId }) => ({ data: { ...desk.order, order_id: orderId } }));
  desk.on(folderCalls.folderCounts, () => ({
    data: folderCountsOf((folder) => (folder === 'customerMessages' ? waiting : 0)),
  }));
  const listed = order.customer_wrote ? ['100471', '100472'] : ['100472'];
  desk.on(folderCalls.list, () => ({ data: listed.map((id) => orderRowOf({ order_id: id })), total: listed.length }));
  const trail = { orderIds: ['100472', '100471'], offset: 0, left };
  await openOrder(desk, { state: { from: '/admin/messages', trail } });
}

const section = () => within(screen.getByRole('region', { name: 'Customer Messages' }));
const ask = () => userEvent.click(section().getByRole('button', { name: 'Ask the customer' }));
const written = () => section().getByLabelText('Message to the customer');

test('an order without messages that does not wait for its customer has no message section', async () => {
  await open({ process_status: 'New' });
  expect(screen.queryByRole('region', { name: 'Customer Messages' })).toBeNull();
});

test('a message from the staff site’s tracking page is not shown as the customer’s', async () => {
  await open({
    process_status: 'Awaiting',
    customerMessages: [
      { ...answer, origin: 'staff' },
      { ...answer, id: 3, origin: null },
    ],
  });
  const [unknown, ofStaff] = section().getAllByRole('listitem');
  expect(ofStaff).toHaveTextContent(/^Sent from the customer page on the staff site/);
  expect(unknown).toHaveTextContent(/^The customer /);
});

test('a customer’s message is shown with its file, and flagged in the header', async () => {
  const desk = await open({ process_status: 'Awaiting', customer_wrote: true, customerMessages: [answer, question] });
  desk.onFile('/uploads/visaDocs/a1b2.jpg', () => new Response());
  URL.createObjectURL = () => 'blob:passport';
  URL.revokeObjectURL = () => {};
  const [older, newest] = section().getAllByRole('listitem');
  expect(newest).toHaveTextContent('The customer');
  expect(within(newest!).getByTitle(/^21\/11\/2026 08:24 UTC · /)).toHaveTextContent(/ ago$/);
  expect(within(newest!).getByRole('link', { name: 'passport.jpg' })).toHaveAttribute(
    'href',
    '/uploads/visaDocs/a1b2.jpg?grant=g',
  );
  expect(older).toHaveTextContent('Tia Team');
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Customer message' })).toHaveAttribute(
    'href',
    '#messages',
  );
  await userEvent.click(within(newest!).getByRole('button', { name: 'Preview passport.jpg' }));
  expect(await section().findByRole('img', { name: 'Preview of passport.jpg' })).toBeInTheDocument();
});

test('one press marks it as handled, and the flag leaves', async () => {
  const desk = await open({ process_status: 'Awaiting', customer_wrote: true, customerMessages: [answer] });
  const { version } = desk.order;
  desk.on(handleMessages, () => {
    desk.order = { ...desk.order, customer_wrote: false };
    return handled;
  });
  await userEvent.click(section().getByRole('button', { name: 'Mark as handled' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Customer message' })).toBeNull());
  expect(section().queryByRole('button', { name: 'Mark as handled' })).toBeNull();
  expect(desk.to(handleMessages)[0]?.body).toEqual({ orderId: '100471', version });
});

test('marking as handled leaves the focus where the member has moved it', async () => {
  const desk = await open({ process_status: 'Awaiting', customer_wrote: true, customerMessages: [answer] });
  let arrive = () => {};
  desk.on(handleMessages, async () => {
    await new Promise<void>((resolve) => (arrive = resolve));
    desk.order = { ...desk.order, customer_wrote: false };
    return handled;
  });
  await userEvent.click(section().getByRole('button', { name: 'Mark as handled' }));
  await userEvent.click(written());
  await act(async () => arrive());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Customer message' })).toBeNull());
  expect(written()).toHaveFocus();
});

test('the conversation starts with the oldest message, in readable times; earlier ones need a press', async () => {
  const messages = Array.from({ length: 8 }, (_, index) => ({
    ...question,
    id: 8 - index,
    text: `Message ${8 - index}`,
  }));
  await open({ process_status: 'Awaiting', customerMessages: messages });
  const texts = () =>
    section()
      .getAllByRole('listitem')
      .map((row) => /Message \d/.exec(row.textContent)?.[0]);
  expect(texts()).toEqual([3, 4, 5, 6, 7, 8].map((id) => `Message ${id}`));
  expect(section().getAllByText(/ ago$/)[0]).toHaveAttribute(
    'title',
    expect.stringMatching(/^21\/11\/2026 08:00 UTC · /),
  );
  act(() => section().getAllByText(/ ago$/)[0]!.focus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/^21\/11\/2026 08:00 UTC · /);
  await userEvent.click(section().getByRole('button', { name: 'Show 2 earlier' }));
  expect(texts()).toHaveLength(8);
});

const waitingForUs = {
  process_status: 'Awaiting',
  customer_wrote: true,
  customerMessages: [answer, question],
} as const;
const refusedBy = (by: string | null, field: string) => ({
  httpStatus: 409,
  message: 'The customer wrote meanwhile',
  data: { version: 8, changes: [{ at: '2026-11-21T08:30:00.000Z', by, field, from: null, to: 'Sorry, this one' }] },
});

test('Ctrl+Enter replies to a customer who wrote, and then single keys work again', async () => {
  const desk = await open({ ...waitingForUs, customerMessages: [answer, question] });
  await userEvent.type(written(), 'Thank you.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(written()).toHaveValue(''));
  expect(desk.to(replyToCustomer)[0]?.body).toEqual({
    orderId: '100471',
    text: 'Thank you.',
    version: desk.order.version,
  });
  expect(desk.to(askCustomer)).toEqual([]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('Undo in the toast of a reply withdraws that reply, however long its email waits', async () => {
  const desk = await open({ ...waitingForUs, customerMessages: [answer, question] });
  const dueAt = new Date(Date.now() + 14 * 60_000).toISOString();
  desk.on(replyToCustomer, () => ({ message: 'Reply saved.', data: { id: 3, version: 8, mailId: 1, dueAt } }));
  desk.on(withdrawReply, () => ({ message: 'The reply was withdrawn.', data: { mailId: 1, orderId: '100471' } }));
  await userEvent.type(written(), 'Thank you.{Control>}{Enter}{/Control}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The reply was withdrawn.')).toBeVisible();
  expect(desk.to(withdrawReply).map(({ body }) => body)).toEqual([{ orderId: '100471', id: 3 }]);
});

test('after a reply the form stays where it was, although Email History appears above', async () => {
  const desk = await open({ ...waitingForUs, customerMessages: [answer, question] });
  const top = () => (screen.queryByRole('region', { name: 'Email History' }) ? 300 : 100);
  const measured = jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(() => ({ top: top() }) as DOMRect);
  const scrolled = jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  desk.on(replyToCustomer, () => {
    const replied = { ...question, id: 3, kind: 'reply', text: 'Thank you.' } as const;
    desk.order = { ...desk.order, mailHistory: [mailOf()], customerMessages: [replied, answer, question] };
    return { message: 'Reply sent.', data: { id: 3, version: 8, mailId: 1, dueAt: null } };
  });
  await userEvent.type(written(), 'Thank you.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(scrolled.mock.calls).toEqual([[0, 200]]));
  for (const spy of [measured, scrolled]) spy.mockRestore();
});

test('a colleague’s reply does not scroll the page while its form is out of the window', async () => {
  const desk = await open({ ...waitingForUs, customerMessages: [answer, question] });
  const top = () => (screen.queryByText('Thank you.') ? 2300 : 2100);
  const measured = jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(() => ({ top: top() }) as DOMRect);
  const scrolled = jest.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  const replied = { ...question, id: 3, kind: 'reply', text: 'Thank you.' } as const;
  desk.order = { ...desk.order, customerMessages: [replied, answer, question] };
  await act(() => queryClient.invalidateQueries());
  expect(await section().findByText('Thank you.')).toBeVisible();
  expect(scrolled).not.toHaveBeenCalled();
  for (const spy of [measured, scrolled]) spy.mockRestore();
});

test('Ctrl+Enter sends a question if the order waits and the customer has not written', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  await userEvent.type(written(), 'Which passport?{Control>}{Enter}{/Control}');
  await waitFor(() => expect(desk.to(askCustomer)).toHaveLength(1));
});

test('after a reply, Ctrl+Enter sends another reply, not a question', async () => {
  const replied = { ...question, id: 3, kind: 'reply', text: 'Thank you.' } as const;
  const desk = await open({ process_status: 'Awaiting', customerMessages: [replied, answer, question] });
  await userEvent.type(written(), 'Have a good trip.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(desk.to(replyToCustomer)).toHaveLength(1));
  expect(desk.to(askCustomer)).toEqual([]);
});

test('a message that arrives during a reply is shown before sending, and the reply stays', async () => {
  const desk = await open({ ...waitingForUs, customerMessages: [answer, question] });
  await userEvent.type(written(), 'Thank you.');
  expect(section().queryByText(/since you started writing/)).toBeNull();
  desk.on(replyToCustomer, () => refusedBy(null, 'customer_message'));
  desk.order = { ...desk.order, version: 8, customerMessages: [{ ...answer, id: 3, text: 'Sorry, this one' }, answer] };
  await userEvent.click(section().getByRole('button', { name: /^Reply/ }));
  expect(await section().findByText('1 new message since you started writing')).toBeVisible();
  expect(section().getAllByRole('listitem').at(-1)).toHaveTextContent('Sorry, this one');
  expect(written()).toHaveValue('Thank you.');
  expect(screen.queryByRole('alertdialog')).toBeNull();

  desk.on(replyToCustomer, () => ({ message: 'Reply sent.', data: { id: 4, version: 9, mailId: 1, dueAt: null } }));
  await userEvent.click(section().getByRole('button', { name: /^Reply/ }));
  await waitFor(() => expect(written()).toHaveValue(''));
  expect(desk.to(replyToCustomer).at(-1)?.body).toMatchObject({ text: 'Thank you.', version: 8 });
  // The pressed button has lost the focus, so the header's button is the primary one again.
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(section().queryByText(/since you started writing/)).toBeNull();
});

test('a colleague’s change opens the conflict dialog, as elsewhere', async () => {
  const desk = await open({ ...waitingForUs, customerMessages: [answer, question] });
  desk.on(replyToCustomer, () => refusedBy('Tia Team', 'customer_message'));
  await userEvent.type(written(), 'Thank you.');
  await userEvent.click(section().getByRole('button', { name: /^Reply/ }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Your reply was not sent');
});

test('an unusable document is rejected by a question that names it', async () => {
  await open({ ...waitingForUs, customerMessages: [answer, question] });
  await userEvent.click(section().getByRole('button', { name: 'Reject passport.jpg' }));
  expect(written()).toHaveValue('We can’t use your file “passport.jpg”. Please send it again. ');
  expect(written()).toHaveFocus();
  expect(section().getByRole('button', { name: /^Ask the customer/ })).toHaveClass('MuiButton-contained');
  await userEvent.type(written(), 'Thank you.', { initialSelectionStart: 0, initialSelectionEnd: 100 });
  expect(written()).toHaveValue('Thank you.');
  expect(section().getByRole('button', { name: /^Reply/ })).toHaveClass('MuiButton-contained');
});

test('a question that is too long says so, and nothing is sent', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  await userEvent.click(written());
  await userEvent.paste('x'.repeat(1_001));
  await ask();
  expect(await section().findByText('At most 1,000 characters')).toBeVisible();
  expect(desk.to(askCustomer)).toEqual([]);
});

test('a question goes to the customer of an order that waits', async () => {
  const desk = await open({ process_status: 'Contact Customer' });
  expect(section().getByText('You have not asked the customer anything yet.')).toBeVisible();
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

test('text written while a question is being sent is kept', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  let arrive = () => {};
  const asked = {
    message: 'The customer reads it on their page.',
    data: { id: 3, version: 8, actionId: null, mailId: 1, dueAt: null },
  };
  desk.on(askCustomer, () => new Promise((resolve) => (arrive = () => resolve(asked))));
  await userEvent.type(written(), 'Which passport?');
  await ask();
  await waitFor(() => expect(desk.to(askCustomer)).toHaveLength(1));
  await userEvent.type(written(), ' And when?');
  await act(async () => arrive());
  expect(await screen.findByText('The customer reads it on their page.')).toBeVisible();
  expect(written()).toHaveValue('Which passport? And when?');
});

test('a question moves an order that does not wait to the chosen status', async () => {
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
  expect(await section().findByText('Please write your question.')).toBeVisible();
  expect(desk.to(askCustomer)).toEqual([]);
});

test('a refusal keeps the text', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  desk.on(askCustomer, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  await userEvent.type(written(), 'Which passport?');
  await ask();
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
  expect(written()).toHaveValue('Which passport?');
});

test('a refused question is restored after a reload, with the chosen status', async () => {
  const desk = await open({ process_status: 'Completed', customerMessages: [question] });
  desk.on(askCustomer, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  const comment = () => screen.getByRole('textbox', { name: /Add Comment Below/ });
  await userEvent.type(comment(), 'Called');
  await userEvent.type(written(), 'Which passport?');
  await userEvent.click(section().getByRole('radio', { name: 'Contact Customer' }));
  expect(section().getByText('Draft saved on this device')).toBeVisible();
  await ask();
  await screen.findByText('Your question was not sent. Something went wrong');

  cleanup();
  await openOrder(desk);
  expect(written()).toHaveValue('Which passport?');
  expect(section().getByRole('radio', { name: 'Contact Customer' })).toBeChecked();
  // A comment has its own draft.
  expect(comment()).toHaveValue('Called');

  const asked = {
    message: 'The customer reads it on their page.',
    data: { id: 3, version: 8, actionId: null, mailId: 1, dueAt: null },
  };
  desk.on(askCustomer, () => asked);
  await ask();
  await waitFor(() => expect(written()).toHaveValue(''));
  expect(Object.keys(localStorage)).toEqual(['remarkDraft.3.100471']);
});

test('a draft survives the end of the session, and another member does not see it', async () => {
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

test('a question sent just before leaving the order leaves no draft', async () => {
  const desk = await open({ process_status: 'Awaiting' });
  const arrived = Promise.withResolvers<void>();
  desk.on(askCustomer, async () => {
    await arrived.promise;
    return {
      message: 'The customer reads it on their page.',
      data: { id: 3, version: 8, actionId: null, mailId: 1, dueAt: null },
    };
  });
  await userEvent.type(written(), 'Which passport? ');
  await ask();
  await waitFor(() => expect(desk.to(askCustomer)).toHaveLength(1));
  cleanup();
  expect(localStorage).toHaveLength(1);
  arrived.resolve();
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('a withdrawn reply stays for staff, marked as not seen, and its text can be edited and sent again', async () => {
  const withdrawn_at = '2026-11-21T08:31:00.000Z';
  const reply = { ...question, id: 3, kind: 'reply', text: 'Thank you.', withdrawn_at } as const;
  await open({ ...waitingForUs, customerMessages: [reply, answer, question] });
  const [asked, , replied] = section().getAllByRole('listitem');
  expect(replied).toHaveTextContent(/Tia Team .*Withdrawn before its email was sent\. Edit againThank you\.$/);
  expect(asked).not.toHaveTextContent('Withdrawn');
  await userEvent.click(within(replied!).getByRole('button', { name: 'Edit again' }));
  expect(written()).toHaveValue('Thank you.');
  expect(written()).toHaveFocus();
});

test('once a message from Messages is handled, the next one follows by N', async () => {
  await openFromMessages({ process_status: 'Awaiting', customerMessages: [answer, question] }, 2);
  const next = await screen.findByRole('button', { name: /^Next message/ });
  expect(next).toHaveClass('MuiButton-contained');
  expect(screen.queryByRole('button', { name: /^Upload Document/ })).toBeNull();
  await userEvent.keyboard('n');
  expect(await screen.findByRole('heading', { level: 1, name: /^100472 Ananya/ })).toBeVisible();
});

test('N skips a message that is not handled, if others wait', async () => {
  await openFromMessages({ ...waitingForUs, customerMessages: [answer, question] }, 2);
  expect(await screen.findByRole('button', { name: /^Next message/ })).not.toHaveClass('MuiButton-contained');
  await userEvent.keyboard('n');
  expect(await screen.findByRole('heading', { level: 1, name: /^100472 Ananya/ })).toBeVisible();
  cleanup();
  await openFromMessages({ ...waitingForUs, customerMessages: [answer, question] }, 1);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Next message/ })).toBeNull());
  expect(screen.getByRole('button', { name: /^Next order/ })).toBeVisible();
});

test('an order opened from Messages starts at its conversation, unless the customer waits no longer', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  await openFromMessages({ ...waitingForUs, customerMessages: [answer, question] }, 2);
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Customer Messages' })]);
  cleanup();
  await openFromMessages({ ...waitingForUs, customer_wrote: false, customerMessages: [answer, question] }, 2);
  expect(scrolled).toHaveBeenCalledTimes(1);
  scrolled.mockRestore();
});

test('an order that N claimed after a message is not one of Messages', async () => {
  await openFromMessages({ process_status: 'Awaiting', customerMessages: [answer, question] }, 2, ['100471']);
  expect(await screen.findByRole('button', { name: /^Upload Document/ })).toHaveClass('MuiButton-contained');
  await userEvent.keyboard('m');
  expect(screen.getByRole('toolbar', { name: 'Move this order' })).toContainElement(
    document.activeElement as HTMLElement,
  );
});

test('offline, N does not open the next message', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openFromMessages({ process_status: 'Awaiting', customerMessages: [answer, question] }, 2);
  expect(await screen.findByRole('button', { name: /^Next message/ })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('n');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^100471/);
  online.mockRestore();
});

test('without another message, or on an order from elsewhere, the usual step follows', async () => {
  await openFromMessages({ process_status: 'Awaiting', customerMessages: [answer, question] }, 0);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Next message/ })).toBeNull());
  cleanup();
  await open({ process_status: 'Awaiting', customerMessages: [answer, question] });
  expect(screen.queryByRole('button', { name: /^Next message/ })).toBeNull();
  await userEvent.keyboard('m');
  expect(within(screen.getByRole('toolbar')).getAllByRole('button')[0]).toHaveFocus();
});
