import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { fakeDesk, openOrder, type FakeDesk } from '../testing/fakeDesk.tsx';
import { documentOf, mailOf, messageOf, orderOf, remarkOf } from 'shared/testing/orders';

const open = (desk: FakeDesk) => openOrder(desk);
const notFound = () => screen.findByRole('heading', { level: 1, name: 'Order not found' });
const tabs = () => within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
const sections = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('an order has its sections in the order of rule 9.2, without Email History while there is no mail', async () => {
  const desk = fakeDesk();
  await open(desk);
  expect(sections()).toEqual([
    'Upload Document',
    'Order Details',
    'Personal Information',
    'Arrival Details',
    'Trip Information',
    'Download History',
    'Comment History',
  ]);
  expect(tabs().map((tab) => tab.textContent)).toEqual([
    'Upload',
    'Order',
    'Personal',
    'Arrival',
    'Trip',
    'Downloads0',
    'Comments0',
  ]);
});

test('with the first mail Email History comes first, and the tabs show counts', async () => {
  const desk = fakeDesk({ order: orderOf({ mailHistory: [mailOf()], remarks: [remarkOf(), remarkOf({ id: 2 })] }) });
  await open(desk);
  expect(sections()[0]).toBe('Email History');
  expect(tabs().map((tab) => tab.textContent)).toEqual([
    'Emails1',
    'Upload',
    'Order',
    'Personal',
    'Arrival',
    'Trip',
    'Downloads0',
    'Comments2',
  ]);
});

test('the header shows the customer, the status and the assignee', async () => {
  await open(fakeDesk({ order: orderOf({ process_status: 'Awaiting', assign_to: 'Tia Team' }) }));
  const head = screen.getByRole('banner');
  expect(head).toHaveTextContent('100471 Ananya Raghunathan-Krishnamurthy');
  expect(head).toHaveTextContent('Awaiting Customer');
  expect(head).toHaveTextContent('Assigned to Tia Team');
  expect(document.title).toBe('100471 Ananya Raghunathan-Krishnamurthy, New Zealand Travel Declaration');
});

test('an empty download history says so', async () => {
  await open(fakeDesk());
  expect(screen.getByRole('region', { name: 'Download History' })).toHaveTextContent('No record found');
});

test('a download shows its time in EST, and its time zone as the location', async () => {
  const downloadHistory = [
    {
      order_id: '100471',
      create_ts: '2026-11-21T15:04:05.000Z',
      ip: '203.0.113.7',
      timezone: 'Asia/Kolkata',
      origin: null,
      percent: 100,
    },
  ];
  await open(fakeDesk({ order: orderOf({ downloadHistory }) }));
  const history = within(screen.getByRole('region', { name: 'Download History' }));
  expect(history.getByText('11-21-2026 10:04:05 (EST)')).toBeVisible();
  expect(history.getByRole('cell', { name: '203.0.113.7' })).toBeVisible();
  expect(history.getByRole('cell', { name: 'Asia/Kolkata' })).toBeVisible();
});

test('a download on the staff site is marked, and so is an incomplete one', async () => {
  const at = { order_id: '100471', create_ts: '2026-11-21T15:04:05.000Z', timezone: 'Asia/Kolkata' };
  const downloadHistory = [
    { ...at, ip: '203.0.113.7', origin: 'public' as const, percent: 100 },
    { ...at, ip: '198.51.100.7', origin: 'staff' as const, percent: 97 },
  ];
  await open(fakeDesk({ order: orderOf({ downloadHistory }) }));
  const history = within(screen.getByRole('region', { name: 'Download History' }));
  const [, ofCustomer, ofStaff] = history.getAllByRole('row');
  expect(ofStaff).toHaveTextContent('97% sent so farOn the staff site');
  expect(ofCustomer).not.toHaveTextContent(/On the staff site|so far/);
});

test('of many downloads the newest are shown, with the total', async () => {
  const downloadHistory = [
    {
      order_id: '100471',
      create_ts: '2026-11-21T15:04:05.000Z',
      ip: '203.0.113.7',
      timezone: 'Asia/Kolkata',
      origin: null,
      percent: 100,
    },
  ];
  await open(fakeDesk({ order: orderOf({ downloadHistory, downloadTotal: 1_240 }) }));
  const history = screen.getByRole('region', { name: 'Download History' });
  expect(history).toHaveTextContent(/The newest 1 of 1,240 downloads$/);
  expect(screen.getByRole('navigation', { name: 'Sections' })).toHaveTextContent('Downloads1240');
});

test('a URL without an order id says so, and links to the search without the code', async () => {
  const desk = fakeDesk();
  await openOrder(desk, { code: 'nonsense', until: notFound });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByText(/nonsense/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Search Order History' })).toHaveAttribute('href', '/admin/order-history');
  expect(desk.recorded).toEqual([]);
});

test('an order that does not exist is not found', async () => {
  const desk = fakeDesk();
  desk.on(orderCalls.details, () => ({ httpStatus: 404, message: 'Order not found.' }));
  await openOrder(desk, { until: notFound });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByText('100471')).toBeVisible();
});

test('a failed first load says what failed, and Retry loads again', async () => {
  const desk = fakeDesk();
  desk.on(orderCalls.details, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  await openOrder(desk, { until: () => screen.findByRole('alert') });
  expect(screen.getByRole('alert')).toHaveTextContent('Order 100471 could not be loaded');
  expect(screen.getByRole('link', { name: /^Back to/ })).toBeVisible();
  desk.on(orderCalls.details, () => ({ data: desk.order }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: /Ananya/ })).toBeVisible();
});

test.each(['Refunds', 'Completed Refunds', 'ChargeBack'] as const)(
  'the header shows the amount in %s',
  async (status) => {
    await open(fakeDesk({ order: orderOf({ process_status: status, amount: '49.00', currency: 'NZD' }) }));
    expect(within(screen.getByRole('banner')).getByText('NZD 49.00')).toBeVisible();
  },
);

test('the header shows what a partial refund returns, not what was paid', async () => {
  const refund = { amount: '20.00', currency: 'NZD', reason: null, reference: null };
  await open(
    fakeDesk({ order: orderOf({ process_status: 'Completed Refunds', amount: '79.00', currency: 'NZD', refund }) }),
  );
  expect(within(screen.getByRole('banner')).getByText('NZD 20.00')).toBeVisible();
});

test('an unassigned order can be claimed in its header', async () => {
  const desk = fakeDesk();
  await open(desk);
  desk.on(orderCalls.assign, () => {
    desk.order = orderOf({ assign_to: 'Max Manager', assigned_to_me: true, version: 8 });
    return { message: 'Order has been assigned successfully', data: { done: ['100471'], failed: [], actionId: 'a' } };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
  expect(await screen.findByText('Order has been assigned successfully')).toBeVisible();
  expect(await screen.findByText('Assigned to you')).toBeVisible();
  expect(desk.to(orderCalls.assign)[0]?.body).toEqual({ orderId: '100471', assignto: 'Max Manager' });
  // Once on opening the page, and once after the assignment.
  expect(desk.to(folderCalls.folderCounts)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
});

test('a comment sent while a claim is pending waits for it, and does not conflict with it', async () => {
  const desk = fakeDesk();
  await open(desk);
  const claimed = Promise.withResolvers<void>();
  desk.on(orderCalls.assign, async () => {
    await claimed.promise;
    desk.order = orderOf({ assign_to: 'Max Manager', assigned_to_me: true, version: 8 });
    return { message: 'Assigned', data: { done: ['100471'], failed: [], actionId: 'a' } };
  });
  desk.on(orderCalls.addRemark, () => ({ message: 'Comment added.', data: { id: 1, version: 9, actionId: null } }));
  await userEvent.keyboard('a');
  await userEvent.type(
    screen.getByRole('textbox', { name: /^Add Comment Below/ }),
    'Called{Control>}{Enter}{/Control}',
  );
  expect(desk.to(orderCalls.addRemark)).toEqual([]);
  await act(async () => claimed.resolve());
  await waitFor(() => expect(desk.to(orderCalls.addRemark)[0]?.body).toMatchObject({ remark: 'Called', version: 8 }));
});

test.each([
  ['changed the order too', 9, { message: 'Assigned', data: { done: ['100471'], failed: [], actionId: 'a' } }],
  ['claimed it first', 8, { httpStatus: 409, message: 'Already taken by Tia Team.' }],
] as const)('a comment after a claim keeps its version if a colleague has %s', async (_, version, answer) => {
  const desk = fakeDesk();
  await open(desk);
  const claimed = Promise.withResolvers<void>();
  desk.on(orderCalls.assign, async () => {
    await claimed.promise;
    desk.order = orderOf({ version });
    return { ...answer } as never;
  });
  desk.on(orderCalls.addRemark, () => ({ message: 'Comment added.', data: { id: 1, version: 9, actionId: null } }));
  await userEvent.keyboard('a');
  await userEvent.type(
    screen.getByRole('textbox', { name: /^Add Comment Below/ }),
    'Called{Control>}{Enter}{/Control}',
  );
  await act(async () => claimed.resolve());
  await waitFor(() => expect(desk.to(orderCalls.addRemark)[0]?.body).toMatchObject({ version: 7 }));
});

test('an order claimed by a colleague meanwhile shows its assignee', async () => {
  const desk = fakeDesk();
  await open(desk);
  desk.on(orderCalls.assign, () => {
    desk.order = orderOf({ assign_to: 'Tia Team', version: 8 });
    const message = 'Order 100471 is already taken by Tia Team';
    return { httpStatus: 409, message, data: { done: [], failed: [{ orderId: '100471', message }], actionId: null } };
  });
  await userEvent.keyboard('a');
  expect(await screen.findByText('Order 100471 is already taken by Tia Team')).toBeVisible();
  expect(await screen.findByText(/Assigned to/)).toHaveTextContent('Assigned to Tia Team');
});

test('only New and Priority orders can be claimed', async () => {
  await open(fakeDesk({ order: orderOf({ process_status: 'Pending' }) }));
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
});

test('the filled button completes an order whose document was mailed', async () => {
  const desk = fakeDesk({
    order: orderOf({ process_status: 'Awaiting', mailHistory: [mailOf()], uploadDoc: [documentOf()] }),
  });
  await open(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Move to Completed' }));
  await waitFor(() => expect(desk.to(orderCalls.move)).toHaveLength(1));
  expect(desk.to(orderCalls.move)[0]?.body).toEqual({
    orderId: '100471',
    updatingStatus: 'Completed',
    version: 7,
  });
});

test.each(['the filled button leads', 'R leads'])('%s to the reply if the customer wrote', async (how) => {
  await open(
    fakeDesk({ order: orderOf({ process_status: 'Awaiting', customer_wrote: true, customerMessages: [messageOf()] }) }),
  );
  if (how === 'R leads') await userEvent.keyboard('r');
  else await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Reply' }));
  expect(screen.getByLabelText('Message to the customer')).toHaveFocus();
});

test('R leads to the message to the customer, also if nothing waits for a reply', async () => {
  await open(fakeDesk({ order: orderOf({ process_status: 'Awaiting' }) }));
  await userEvent.keyboard('r');
  expect(screen.getByLabelText('Message to the customer')).toHaveFocus();
});

test('the filled button of an order in Refunds marks it as refunded', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Refunds' }), role: 'Telecaller' });
  await open(desk);
  await userEvent.click(screen.getByRole('button', { name: 'Refunded it' }));
  await waitFor(() => expect(desk.to(orderCalls.completeRefund)).toHaveLength(1));
  expect(desk.to(orderCalls.completeRefund)[0]?.body).toEqual({ orderId: '100471' });
});

test('values for other forms can be copied; a browser that forbids copying has an error with advice', async () => {
  const user = userEvent.setup();
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  await open(fakeDesk());
  await user.click(screen.getByRole('button', { name: 'Copy Passport number' }));
  expect(writeText).toHaveBeenCalledWith('Z0000271');
  expect(await screen.findByText('Copied')).toBeInTheDocument();

  writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy Email' }));
  expect(await screen.findByText('Your browser blocked copying. Select the text and copy it.')).toBeVisible();
});

test('U returns to the list from which the order was opened', async () => {
  await openOrder(fakeDesk(), { state: { from: '/admin/recent-order?page=3' } });
  expect(screen.getByRole('link', { name: 'Back to the list' })).toHaveAttribute('href', '/admin/recent-order?page=3');
  await userEvent.keyboard('u');
  expect(screen.getByText('Another screen')).toBeVisible();
});

test('U returns to that list while the order is still loading', async () => {
  const desk = fakeDesk();
  desk.on(orderCalls.details, () => 'never');
  const until = () => screen.findByRole('heading', { level: 1, name: /is loading/ });
  await openOrder(desk, { state: { from: '/admin/recent-order' }, until });
  await userEvent.keyboard('u');
  expect(screen.getByText('Another screen')).toBeVisible();
});

test('D opens the upload, C the comment, M the moves', async () => {
  await open(fakeDesk());
  await userEvent.keyboard('d');
  expect(screen.getByRole('button', { name: 'Document Choose a file' })).toHaveFocus();
  await userEvent.keyboard('m');
  expect(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Completed' })).toHaveFocus();
  await userEvent.keyboard('c');
  expect(screen.getByRole('textbox', { name: /Add Comment Below/ })).toHaveFocus();
});

test('View Email Content shows its key', async () => {
  await openOrder(fakeDesk());
  expect(screen.getByRole('button', { name: 'View Email Content' })).toHaveTextContent(/^View Email Content E$/);
});
