import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { snippetCalls } from 'shared/api/snippetCalls';
import { signOut, useSession } from 'shared/desk';
import { fakeDesk, openOrder, type FakeDesk } from '../testing/fakeDesk.tsx';
import { documentOf, mailOf, messageOf, orderOf, remarkOf } from 'shared/testing/orders';

const text = () => screen.getByRole('textbox', { name: /Add Comment Below/ });
const moves = () => within(screen.getByRole('toolbar', { name: 'Move this order' }));
const moveNames = () =>
  moves()
    .getAllByRole('button')
    .map((button) => button.textContent);
const addRemark = orderCalls.addRemark;
const moveOrder = orderCalls.move;

/** Makes the API add each remark to the order. */
function takesRemarks(desk: FakeDesk) {
  desk.on(addRemark, ({ remark, updatingStatus }) => {
    desk.order = orderOf({
      ...desk.order,
      process_status: updatingStatus ?? desk.order.process_status,
      remarks: [remarkOf({ id: desk.order.remarks.length + 1, remark }), ...desk.order.remarks],
      version: 8,
    });
    return { message: 'Remark has been added successfully', data: { id: 1, version: 8, actionId: null } };
  });
}

test('a comment is added with its flags, appears in Comment History, and the form is empty again', async () => {
  const desk = fakeDesk();
  takesRemarks(desk);
  await openOrder(desk);
  await userEvent.type(text(), 'Customer confirmed by phone.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Telephone' }));
  await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));

  expect(await screen.findByText('Remark has been added successfully')).toBeVisible();
  expect(desk.to(addRemark)[0]?.body).toEqual({
    orderId: '100471',
    remark: 'Customer confirmed by phone.',
    remarkerName: 'Max Manager',
    whatsapp: '',
    telephone: 'Y',
    statusRefund: '',
    voided: '',
    chargeBack: '',
    version: 7,
  });
  expect(screen.getByRole('region', { name: 'Comment History' })).toHaveTextContent('Customer confirmed by phone.');
  expect(text()).toHaveValue('');
  expect(localStorage).toHaveLength(0);
});

test('after C the next key is the comment’s first letter', async () => {
  await openOrder(fakeDesk());
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(text()).toHaveFocus();
});

test('Ctrl Enter sends the comment, closes the composer and focuses the heading', async () => {
  const desk = fakeDesk();
  takesRemarks(desk);
  await openOrder(desk);
  await userEvent.type(text(), 'No answer');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(desk.to(addRemark)).toHaveLength(1);
  expect(screen.queryByRole('checkbox', { name: 'Telephone' })).toBeNull();
});

test('text written while a comment is being sent stays', async () => {
  const desk = fakeDesk();
  const arrived = Promise.withResolvers<void>();
  desk.on(addRemark, async () => {
    await arrived.promise;
    return { message: 'Comment added.', data: { id: 1, version: 8, actionId: null } };
  });
  await openOrder(desk);
  await userEvent.type(text(), 'No answer');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(desk.to(addRemark)).toHaveLength(1));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await userEvent.type(text(), ', but she called back');
  await act(() => arrived.resolve());
  expect(await screen.findByText('Comment added.')).toBeVisible();
  expect(text()).toHaveValue('No answer, but she called back');
});

test('Comment without a text shows an error under the field, and sends nothing', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  await userEvent.click(text());
  await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
  expect(await screen.findByText('Please enter your remark')).toBeVisible();
  expect(text()).toBeInvalid();
  expect(text()).toHaveFocus();
  expect(desk.to(addRemark)).toEqual([]);
});

test('the composer is one line until it is used', async () => {
  await openOrder(fakeDesk());
  expect(screen.queryByRole('checkbox', { name: 'Whatsapp' })).toBeNull();
  await userEvent.click(text());
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Whatsapp',
    'Telephone',
    'Refund',
    'Voided',
    'Chargeback',
  ]);
  await userEvent.click(screen.getByRole('heading', { name: 'Order Details' }));
  expect(screen.queryByRole('checkbox', { name: 'Whatsapp' })).toBeNull();
});

test('a composer with a draft is one line too when it loses the focus, with a note about the draft', async () => {
  await openOrder(fakeDesk());
  await userEvent.type(text(), 'Worth keeping');
  expect(screen.queryByText('Draft')).toBeNull();
  await userEvent.click(screen.getByRole('heading', { name: 'Order Details' }));
  expect(screen.getByText('Draft')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Whatsapp' })).toBeNull();
  expect(text()).toHaveValue('Worth keeping');
});

test('Esc moves from the composer to the order, and the draft stays', async () => {
  await openOrder(fakeDesk());
  await userEvent.type(text(), 'Worth keeping');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.getByText('Draft')).toBeVisible();
  expect(localStorage).toHaveLength(1);
});

test('Esc in a composer’s question closes only the question', async () => {
  await openOrder(fakeDesk());
  await userEvent.click(moves().getByRole('button', { name: 'Deleted' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(moves().getByRole('button', { name: 'Deleted' })).toHaveFocus();
});

test('Ctrl Enter comments from a checkbox too, and Ctrl Shift Enter focuses the moves for digits', async () => {
  const desk = fakeDesk();
  takesRemarks(desk);
  await openOrder(desk);
  await userEvent.type(text(), 'No answer');
  act(() => screen.getByRole('checkbox', { name: 'Telephone' }).focus());
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(desk.to(addRemark)).toHaveLength(1));
  await waitFor(() => expect(text()).toHaveValue(''));
  await userEvent.type(text(), 'Sent, done.');
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  expect(moves().getByRole('button', { name: 'Completed' })).toHaveFocus();
  expect(desk.to(addRemark)).toHaveLength(1);
  await userEvent.keyboard('4');
  await userEvent.click(await screen.findByRole('button', { name: 'Move without a question' }));
  await waitFor(() => expect(desk.to(addRemark)).toHaveLength(2));
  expect(desk.to(addRemark)[1]?.body).toMatchObject({ remark: 'Sent, done.', updatingStatus: 'Contact Customer' });
});

describe('while the composer is not in the window', () => {
  beforeEach(() => void jest.spyOn(IntersectionObserver.prototype, 'observe').mockImplementation());
  afterEach(() => jest.restoreAllMocks());

  test('on a phone, a button at the bottom of the window leads to the composer', async () => {
    await openOrder(fakeDesk());
    await userEvent.click(screen.getByRole('button', { name: 'Add comment' }));
    expect(text()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Add comment' })).toBeNull();
    await userEvent.type(text(), 'Worth keeping');
    await userEvent.click(screen.getByRole('heading', { name: 'Order Details' }));
    expect(screen.getByRole('button', { name: 'Continue your draft' })).toBeVisible();
  });

  test('on a phone, "Move…" shows the moves without opening the keyboard, and "Restore…" Restore', async () => {
    const page = await openOrder(fakeDesk({ order: orderOf({ process_status: 'Pending' }) }));
    await userEvent.click(screen.getByRole('button', { name: 'Move…' }));
    expect(moves().getByRole('button', { name: 'Completed' })).toHaveFocus();
    expect(screen.getByRole('checkbox', { name: 'Telephone' })).toBeVisible();
    page.unmount();

    const deleted = orderOf({ process_status: 'Deleted' });
    const restored = await openOrder(fakeDesk({ order: deleted }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore…' }));
    expect(screen.getByRole('button', { name: 'Restore' })).toHaveFocus();
    restored.unmount();

    await openOrder(fakeDesk({ order: deleted, role: 'Team' }));
    expect(screen.getByRole('button', { name: 'Add comment' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore…' })).toBeNull();
  });

  test('the composer is open before it is focused, and the focus does not scroll to the page’s end', async () => {
    await openOrder(fakeDesk());
    const isOpen = () => screen.queryByRole('checkbox', { name: 'Telephone' }) !== null;
    const focused: unknown[] = [];
    text().focus = (options) => void focused.push([isOpen(), options]);
    await userEvent.click(screen.getByRole('button', { name: 'Add comment' }));
    expect(focused).toEqual([[true, { preventScroll: true }]]);
  });

  test('the second tap of a double tap on "Add comment" presses no move that has come under it', async () => {
    await openOrder(fakeDesk());
    const deleted = moves().getByRole('button', { name: 'Deleted' });
    fireEvent.click(screen.getByRole('button', { name: 'Add comment' }));
    fireEvent.click(deleted);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() =>
      expect(moves().getByRole('button', { name: 'Deleted' })).toHaveAttribute('aria-disabled', 'false'),
    );
    await userEvent.click(moves().getByRole('button', { name: 'Deleted' }));
    expect(await screen.findByRole('alertdialog')).toBeVisible();
  });
});

test('a refused comment stays, even after reopening the page', async () => {
  const desk = fakeDesk();
  desk.on(addRemark, () => ({ httpStatus: 500, message: 'Something went wrong' }));
  const { unmount } = await openOrder(desk);
  await userEvent.type(text(), 'Worth keeping');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Voided' }));
  await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
  expect(await screen.findByText('Your comment wasn’t added. Something went wrong')).toBeVisible();
  expect(text()).toHaveValue('Worth keeping');
  expect(text()).toHaveFocus();

  unmount();
  await openOrder(desk);
  expect(text()).toHaveValue('Worth keeping');
  expect(screen.getByText('Draft')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Voided' })).toBeNull();
  await userEvent.click(text());
  expect(screen.getByRole('checkbox', { name: 'Voided' })).toBeChecked();
  expect(screen.getByText('Draft saved on this device')).toBeVisible();
});

test('a second press on Comment while it is sent keeps the focus on the heading', async () => {
  const desk = fakeDesk();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  desk.on(addRemark, async () => {
    await arrived;
    return { message: 'Remark has been added successfully', data: { id: 1, version: 8, actionId: null } };
  });
  await openOrder(desk);
  await userEvent.type(text(), 'No answer');
  await userEvent.dblClick(screen.getByRole('button', { name: /^Comment/ }));
  arrive();
  await waitFor(() => expect(text()).toHaveValue(''));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(desk.to(addRemark)).toHaveLength(1);
});

test('a comment sent just before leaving the order leaves no draft', async () => {
  const desk = fakeDesk();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  desk.on(addRemark, async () => {
    await arrived;
    return { message: 'Remark has been added successfully', data: { id: 1, version: 8, actionId: null } };
  });
  const { unmount } = await openOrder(desk);
  await userEvent.type(text(), 'No answer ');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Telephone' }));
  await userEvent.type(text(), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(desk.to(addRemark)).toHaveLength(1));
  unmount();
  expect(localStorage).toHaveLength(1);
  arrive();
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('saving a snippet from the composer sends no comment, and the draft stays', async () => {
  const desk = fakeDesk();
  takesRemarks(desk);
  const made: RemarkSnippet = { id: 1, title: 'No answer', text: 'Called, no answer.', own: true };
  desk.on(remarkCalls.snippets, () => ({ data: [] }));
  desk.on(snippetCalls.saveSnippet, () => ({ message: 'Snippet saved.', data: made }));
  await openOrder(desk);
  const draft = text();
  await userEvent.type(draft, 'Worth keeping /');
  await screen.findByText('There are no snippets yet.');
  await userEvent.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Snippets' }));
  await userEvent.type(dialog.getByLabelText('Title'), made.title);
  await userEvent.type(dialog.getByLabelText('Text'), made.text);
  await userEvent.click(dialog.getByRole('button', { name: 'Add snippet' }));
  expect(await screen.findByText('Snippet saved.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(desk.to(snippetCalls.saveSnippet)).toHaveLength(1);
  expect(desk.to(addRemark)).toEqual([]);
  expect(draft).toHaveValue('Worth keeping ');
  expect(draft).toHaveFocus();
});

test('a draft survives the end of the session, and returns with the next sign-in', async () => {
  const desk = fakeDesk();
  desk.on(addRemark, () => ({ httpStatus: 401, message: 'Please sign in again' }));
  const { unmount } = await openOrder(desk);
  await userEvent.type(text(), 'Worth keeping');
  await userEvent.click(screen.getByRole('button', { name: /^Comment/ }));
  await waitFor(() => expect(useSession.getState().isAuth).toBe(false));
  unmount();
  const user = { id: 3, name: 'Max Manager', type: 'Manager' } as const;
  act(() => useSession.setState({ accessToken: 'token', user, isAuth: true, role: 'Manager' }));
  await openOrder(desk);
  expect(text()).toHaveValue('Worth keeping');
});

test('a crashed tab loses no draft, even if the order is open in another', async () => {
  const desk = fakeDesk();
  takesRemarks(desk);
  await openOrder(desk);
  const [first] = screen.getAllByRole('textbox', { name: /Add Comment Below/ });
  await openOrder(desk, { until: () => waitFor(() => expect(screen.getAllByRole('toolbar')).toHaveLength(2)) });
  const [, second] = screen.getAllByRole('textbox', { name: /Add Comment Below/ });
  await userEvent.type(second!, 'From the other tab');
  await userEvent.type(first!, 'Worth keeping');
  await userEvent.type(second!, '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(second).toHaveValue(''));
  expect(JSON.stringify(localStorage)).toContain('Worth keeping');
});

test('another member who signs in starts with an empty comment, and the previous draft is deleted', async () => {
  await openOrder(fakeDesk());
  await userEvent.type(text(), 'Between us');
  act(() => useSession.setState({ user: { id: 4, name: 'Tia Team', type: 'Team' }, role: 'Team' }));
  expect(text()).toHaveValue('');
  await userEvent.type(text(), 'Mine');
  expect(Object.keys(localStorage)).toEqual(['remarkDraft.4.100471']);
  expect(JSON.stringify(localStorage)).not.toContain('Between us');
});

test('after Logout no draft stays on the device', async () => {
  await openOrder(fakeDesk());
  await userEvent.type(text(), 'Worth keeping');
  expect(localStorage).toHaveLength(1);
  act(() => signOut({ byLogout: true }));
  expect(localStorage).toHaveLength(0);
});

test('all targets have a button, and the button of the current status keeps its place and does nothing', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Awaiting' }), role: 'Admin' });
  await openOrder(desk);
  expect(moveNames()).toEqual([
    'Completed',
    'Awaiting Customer',
    'Awaiting Govt',
    'Contact Customer',
    'Customer Called',
    'Refunds',
    'Charge Back',
    'Deleted',
  ]);
  const its = moves().getByRole('button', { current: true });
  expect(its).toHaveTextContent('Awaiting Customer');
  expect(its).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(its);
  expect(desk.to(moveOrder)).toEqual([]);
});

test('Completed without a document asks first, and Enter, Enter does not complete', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  act(() => moves().getByRole('button', { name: 'Completed' }).focus());
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('alertdialog', { name: 'Complete this order without a document?' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(desk.to(moveOrder)).toEqual([]);
  expect(moves().getByRole('button', { name: 'Completed' })).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Complete order 100471' }));
  await waitFor(() => expect(desk.to(moveOrder)[0]?.body).toMatchObject({ updatingStatus: 'Completed' }));
});

test.each(['Completed', 'Move to Completed'])(
  '%s asks first if the newest document does not match, and names both passport numbers',
  async (name) => {
    const warning = 'Passport: Z0000217 on the document, Z0000271 on the order.';
    const uploadDoc = [documentOf({ warnings: [warning] })];
    const desk = fakeDesk({ order: orderOf({ assign_to: 'Tia Team', uploadDoc, mailHistory: [mailOf()] }) });
    await openOrder(desk);
    const dialog = async () => {
      await userEvent.click(screen.getByRole('button', { name }));
      return within(
        screen.getByRole('alertdialog', { name: 'Complete this order with a document that does not match?' }),
      );
    };
    expect((await dialog()).getByRole('row', { name: 'Passport Z0000217 Z0000271 No' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(desk.to(moveOrder)).toEqual([]);
    await userEvent.click((await dialog()).getByRole('button', { name: 'Complete order 100471' }));
    await waitFor(() => expect(desk.to(moveOrder)).toHaveLength(1));
  },
);

test('Completed with a document does not ask', async () => {
  const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf()] }) });
  await openOrder(desk);
  await userEvent.click(moves().getByRole('button', { name: 'Completed' }));
  await waitFor(() => expect(desk.to(moveOrder)).toHaveLength(1));
});

test('a move without a text only moves', async () => {
  const desk = fakeDesk();
  desk.on(moveOrder, () => {
    desk.order = orderOf({ process_status: 'AwaitingGovt', version: 8 });
    return {
      message: 'Order 100471 has been moved to Awaiting Govt.',
      data: { done: ['100471'], failed: [], actionId: 'a' },
    };
  });
  await openOrder(desk);
  await userEvent.click(moves().getByRole('button', { name: 'Awaiting Govt' }));
  expect(await screen.findByText('Order 100471 has been moved to Awaiting Govt.')).toBeVisible();
  expect(desk.to(moveOrder)[0]?.body).toEqual({ orderId: '100471', updatingStatus: 'AwaitingGovt', version: 7 });
  expect(desk.to(addRemark)).toEqual([]);
  await waitFor(() => expect(moves().getByRole('button', { current: true })).toHaveTextContent('Awaiting Govt'));
  await waitFor(() =>
    expect(within(screen.getByRole('banner')).getByRole('button', { name: /^Next order/ })).toHaveFocus(),
  );
});

test('after a move to Refunds one more Enter refunds nothing', async () => {
  const desk = fakeDesk();
  desk.on(moveOrder, () => {
    desk.order = orderOf({ process_status: 'Refunds', version: 8 });
    return { message: 'Moved', data: { done: ['100471'], failed: [], actionId: 'a' } };
  });
  await openOrder(desk);
  await userEvent.click(moves().getByRole('button', { name: 'Refunds' }));
  expect(await screen.findByRole('button', { name: 'Refunded it' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('while a comment is written, its button is the only filled one', async () => {
  await openOrder(fakeDesk());
  const filled = () => [...document.querySelectorAll('.MuiButton-contained')].map((button) => button.textContent);
  expect(filled()).toEqual([expect.stringMatching(/^Assign to me/)]);
  await userEvent.keyboard('c');
  expect(filled()).toEqual([expect.stringMatching(/^Comment/)]);
  await userEvent.keyboard('Called{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  expect(filled()).toEqual([]);
  await userEvent.keyboard('c');
  await userEvent.keyboard('{Escape}');
  expect(filled()).toEqual([expect.stringMatching(/^Assign to me/)]);
});

test('refund details are sent with the move to Refunds while Refund is ticked, and invalid ones stay', async () => {
  const desk = fakeDesk();
  const wrong = 'Enter an amount such as 79.00.';
  desk.on(addRemark, () => ({ httpStatus: 400, message: wrong, errors: { refund: wrong } }));
  await openOrder(desk);
  await userEvent.type(text(), 'Paid twice');
  expect(screen.queryByRole('textbox', { name: 'Refund amount' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Refund' }));
  const amount = await screen.findByRole('textbox', { name: 'Refund amount' });
  await userEvent.type(amount, '25,00');
  await userEvent.type(screen.getByRole('textbox', { name: 'Currency' }), 'nzd');
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Gateway reference' }),
    're_1{Enter}{Control>}{Enter}{/Control}',
  );
  expect(desk.to(addRemark)).toHaveLength(0);
  await userEvent.click(moves().getByRole('button', { name: 'Refunds' }));
  await waitFor(() => expect(amount).toHaveAccessibleDescription(wrong));
  // The field stays visible while the member works elsewhere.
  await userEvent.click(screen.getByRole('heading', { name: 'Order Details' }));
  expect(amount).toBeVisible();
  const refusals = desk.to(addRemark).length;
  takesRemarks(desk);
  await userEvent.clear(amount);
  await userEvent.type(amount, '25.00');
  await userEvent.click(moves().getByRole('button', { name: 'Refunds' }));
  await waitFor(() => expect(desk.to(addRemark)).toHaveLength(refusals + 1));
  expect(desk.to(addRemark).at(-1)?.body).toMatchObject({
    ...{ remark: 'Paid twice', statusRefund: 'Y', updatingStatus: 'Refunds' },
    refund: { amount: '25.00', currency: 'nzd', reference: 're_1' },
  });
});

test('refund details are part of the draft, and stay when a comment is sent without them', async () => {
  const desk = fakeDesk();
  takesRemarks(desk);
  const { unmount } = await openOrder(desk);
  await userEvent.type(text(), 'Paid twice');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Refund' }));
  const amount = () => screen.findByRole('textbox', { name: 'Refund amount' });
  await userEvent.type(await amount(), '25.00');
  unmount();
  await openOrder(desk);
  await userEvent.click(text());
  expect(await amount()).toHaveValue('25.00');
  await userEvent.type(text(), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(text()).toHaveValue(''));
  expect(desk.to(addRemark)[0]?.body).not.toHaveProperty('refund');
  await userEvent.click(text());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Refund' }));
  expect(await amount()).toHaveValue('25.00');
});

test.each(['Refunds', 'Deleted'] as const)(
  '%s has no refund fields, because no move to Refunds could send them',
  async (process_status) => {
    await openOrder(fakeDesk({ order: orderOf({ process_status }) }));
    await userEvent.click(text());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Refund' }));
    expect(screen.getByRole('checkbox', { name: 'Refund' })).toBeChecked();
    expect(screen.queryByRole('textbox', { name: 'Refund amount' })).toBeNull();
  },
);

test('a comment that was sent with a move closes its form', async () => {
  const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf()] }) });
  takesRemarks(desk);
  await openOrder(desk);
  await userEvent.type(text(), 'The passport was corrected.');
  expect(screen.getByRole('checkbox', { name: 'Voided' })).toBeVisible();
  await userEvent.click(moves().getByRole('button', { name: 'Awaiting Govt' }));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Voided' })).toBeNull());
  expect(within(screen.getByRole('banner')).getByRole('button', { name: /^Next order/ })).toHaveFocus();
});

test('Order Details show the entered refund details', async () => {
  const refund = { amount: '25.00', currency: 'NZD', reason: null, reference: 're_1' };
  await openOrder(fakeDesk({ order: orderOf({ process_status: 'Refunds', refund }) }));
  const details = within(screen.getByRole('region', { name: 'Order Details' }));
  expect(details.getByText('NZD 25.00')).toBeVisible();
  expect(details.getByText('re_1')).toBeVisible();
  expect(details.queryByText('Refund reason')).toBeNull();
});

test('a move with a text comments and moves in one call', async () => {
  const desk = fakeDesk({ order: orderOf({ uploadDoc: [documentOf()] }) });
  takesRemarks(desk);
  await openOrder(desk);
  await userEvent.type(text(), 'Sent, done.');
  expect(screen.getByText('Comment and move to')).toBeVisible();
  await userEvent.click(moves().getByRole('button', { name: 'Completed' }));
  await waitFor(() => expect(desk.to(addRemark)).toHaveLength(1));
  expect(desk.to(addRemark)[0]?.body).toMatchObject({ remark: 'Sent, done.', updatingStatus: 'Completed', version: 7 });
  expect(desk.to(moveOrder)).toEqual([]);
  await waitFor(() => expect(text()).toHaveValue(''));
});

test('a double click moves once, even if the response arrives between the clicks', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  await userEvent.dblClick(moves().getByRole('button', { name: 'Refunds' }));
  // Once on opening the page, and once after the move.
  await waitFor(() => expect(desk.to(folderCalls.folderCounts)).toHaveLength(2));
  expect(desk.to(moveOrder)).toHaveLength(1);
});

test('offline nothing is sent, and the typed text stays', async () => {
  const messages = { customer_wrote: true, customerMessages: [messageOf()] };
  const order = orderOf({ process_status: 'New', assign_to: null, ...messages });
  const desk = fakeDesk({ order });
  await openOrder(desk);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await userEvent.type(text(), 'Worth keeping');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await userEvent.click(moves().getByRole('button', { name: 'Completed' }));
  for (const name of ['Assign to me', 'Mark as handled']) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name }));
  }
  expect(screen.getByText('You are offline. What you typed is kept.')).toBeVisible();
  await userEvent.click(moves().getByRole('button', { name: 'Awaiting Govt' }));
  expect(await screen.findByText('You are offline. Try again when you’re back online.')).toBeVisible();
  expect(desk.recorded.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(text()).toHaveValue('Worth keeping');
  jest.restoreAllMocks();
});

test('the moves are one tab stop, and arrow keys move through them', async () => {
  await openOrder(fakeDesk());
  const buttons = moves().getAllByRole('button');
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await userEvent.keyboard('m');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(buttons[2]).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(buttons.at(-1)).toHaveFocus();
  expect(buttons.at(-1)).toHaveTextContent('Deleted');
});

test('Deleted asks first, and Cancel keeps the order', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  await userEvent.click(moves().getByRole('button', { name: 'Deleted' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(desk.to(moveOrder)).toEqual([]);

  await userEvent.click(moves().getByRole('button', { name: 'Deleted' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100471' }));
  await waitFor(() => expect(desk.to(moveOrder)[0]?.body).toMatchObject({ updatingStatus: 'Deleted' }));
});

test.each([
  ['Team', false, false],
  ['Manager', false, true],
  ['Manager', true, false],
  ['Admin', true, true],
] as const)('Deleted for a %s, assigned to them: %s, shows: %s', async (role, mine, shows) => {
  await openOrder(fakeDesk({ order: orderOf({ assigned_to_me: mine, assign_to: mine ? 'Max Manager' : null }), role }));
  expect(moveNames().includes('Deleted')).toBe(shows);
});

test('after deleting, Restore is focused', async () => {
  const desk = fakeDesk();
  desk.on(moveOrder, () => {
    desk.order = orderOf({ process_status: 'Deleted', version: 8 });
    return { message: 'Order has been deleted successfully', data: { done: ['100471'], failed: [], actionId: 'a' } };
  });
  await openOrder(desk);
  await userEvent.click(moves().getByRole('button', { name: 'Deleted' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100471' }));
  expect(await screen.findByRole('button', { name: 'Restore' })).toHaveFocus();
});

test('a deleted order has Restore instead of moves', async () => {
  const desk = fakeDesk({ order: orderOf({ process_status: 'Deleted' }) });
  await openOrder(desk);
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.getByRole('button', { name: 'Restore' })).not.toHaveFocus();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('You are offline. Try again when you’re back online.')).toBeVisible();
  expect(desk.to(orderCalls.restore)).toEqual([]);
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(desk.to(orderCalls.restore)[0]?.body).toEqual({ orderId: '100471' }));
});

test('a member without the permission to restore sees who has it', async () => {
  await openOrder(fakeDesk({ order: orderOf({ process_status: 'Deleted' }), role: 'Team' }));
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(screen.getByText('This order is deleted. Only Admin and Manager can restore it.')).toBeVisible();
});
