/** The order page by role, by keyboard, on a phone, for screen readers, on a slow line, and with waiting mail. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { timelineCalls } from 'shared/api/timelineCalls';
import { orderPath } from 'shared/format/orderIdCode';
import { memberOf } from '../pages/callApi.ts';
import { makePdf } from '../pages/makePdf.ts';
import {
  commentsOf,
  emailsOf,
  expectOrder,
  hasEverySection,
  headOf,
  movesOf,
  openOrderAs,
  orderThat,
  readOrder,
  remarkOf,
  statusOf,
} from '../pages/orderPages.ts';
import { coveredByToasts, openList, orderIds, rowOf, signIn, staff, toast } from '../pages/staffPages.ts';
import type { Desk } from '../startDesk.ts';

test.use({
  // The default of rule 12.11, instead of 0 as in most journeys.
  deskSettings: { MAIL_DELAY_S: '10' },
  // Playwright's trace adds a script to each frame, which the mail's frame refuses.
  expectedNoise: [/^error: Blocked script execution in '(about:blank|\S*\/uploads\/mails\?\S*)'/],
});

// One role that may delete and restore, and one that may not. Other tests cover the rights of every role.
const roles = ['Manager', 'Telecaller'] as const;
const leads: readonly string[] = ['Manager'];

const sections = [
  'Email History',
  'Upload Document',
  'Order Details',
  'Personal Information',
  'Arrival Details',
  'Trip Information',
  'Family Information',
  'Importing Goods / Items brought',
  'Download History',
  'Dispute evidence',
  'Comment History',
];

const deleteButton = (page: Page) => movesOf(page).getByRole('button', { name: 'Deleted' });

for (const role of roles) {
  test(`${role} sees all of an order, does what their rights allow, and comments`, async ({ page, desk }) => {
    // Given an order that has every section
    const { order_id: orderId } = await orderThat(desk, 'completedOrder', hasEverySection);

    // When they open the order, they see all sections in order
    await openOrderAs(page, desk, role, orderId);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(sections);
    await expect(headOf(page).getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveCount(11);

    // And every move is offered, Deleted only if they may delete
    const others = ['Completed', 'Awaiting Customer', 'Awaiting Govt', 'Contact Customer', 'Customer Called'];
    const moves = [...others, 'Refunds', 'Charge Back', ...(leads.includes(role) ? ['Deleted'] : [])];
    await expect(movesOf(page).getByRole('button')).toHaveText(moves);
    await expect(page.getByRole('button', { name: 'View Email Content' })).toBeVisible();

    // When they comment, the history shows the comment with their name
    const remark = `Seen by ${staff[role].name}`;
    await remarkOf(page).fill(remark);
    await page.getByRole('checkbox', { name: 'Whatsapp' }).check();
    await page.getByRole('button', { name: /^Comment\b/ }).click();
    const comment = commentsOf(page).getByRole('listitem').filter({ hasText: remark });
    await expect(comment.getByText(staff[role].name, { exact: true })).toBeVisible();
    await expect(comment.getByText(/^(Whatsapp Y|\w+ ?\w* N)$/)).toHaveCount(6);

    // And only those with the right can create snippets for the whole team
    await remarkOf(page).fill('/');
    await page.getByRole('option', { name: 'Edit snippets…' }).click();
    const snippets = page.getByRole('dialog', { name: 'Snippets' });
    await expect(snippets.getByRole('button', { name: 'Add snippet' })).toBeVisible();
    await expect(snippets.getByLabel('For the whole team')).toHaveCount(leads.includes(role) ? 1 : 0);
    await snippets.getByRole('button', { name: 'Done' }).click();

    // When they open a deleted order, only those with the right can restore it
    const { order_id: deletedId } = await orderThat(desk, 'deletedOrder');
    await page.goto(desk.staff + orderPath(deletedId));
    await expectOrder(page, deletedId);
    await expect(movesOf(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(leads.includes(role) ? 1 : 0);
    await expect(page.getByText('Only Admin and Manager can restore it.')).toHaveCount(leads.includes(role) ? 0 : 1);
  });
}

test('a Manager cannot delete an order they work on, but an Admin can', async ({ page, desk, browser }) => {
  for (const role of ['Manager', 'Admin'] as const) {
    const own = await orderThat(desk, 'awaitingOrder', (order) => order.assign_to === staff[role].name);
    const context = await browser.newContext();
    const desktop = role === 'Manager' ? page : await context.newPage();
    await openOrderAs(desktop, desk, role, own.order_id);
    await expect(desktop.getByText('Assigned to you')).toBeVisible();
    await expect(deleteButton(desktop)).toHaveCount(role === 'Admin' ? 1 : 0);
    await context.close();
  }
});

test('orders are processed by keyboard alone: comment by snippet, move, undo, next order, email, list', async ({
  page,
  desk,
}) => {
  // Given a list whose second order is opened with J and Enter
  await signIn(page, desk, 'Team');
  await openList(page, 'Pending Orders');
  const [, first, second] = (await orderIds(page)) as [string, string, string];
  const { first_name } = await readOrder(desk, first);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expectOrder(page, first);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // When they create a snippet while commenting, with C, / and Enter on "Edit snippets…"
  await page.keyboard.press('c');
  await page.keyboard.type('/');
  await expect(page.getByRole('option', { name: 'Edit snippets…' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const snippets = page.getByRole('dialog', { name: 'Snippets' });
  await expect(snippets.getByText('There are no snippets yet.')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(snippets.getByLabel('Title')).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.type('No answer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Called {first_name}, no answer.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(snippets.getByRole('listitem').filter({ hasText: 'No answer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(snippets).toHaveCount(0);
  await expect(remarkOf(page)).toBeFocused();

  // And insert it with / and the beginning of its title, and comment with Ctrl Enter
  const filled = `Called ${first_name}, no answer.`;
  await page.keyboard.type('/no a');
  await expect(page.getByRole('option', { name: /^No answer/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(remarkOf(page)).toHaveValue(filled);
  await page.keyboard.press('Control+Enter');

  // Then the history shows the comment with the customer's first name filled in
  await expect(commentsOf(page).getByText(filled)).toBeVisible();
  await expect(remarkOf(page)).toHaveValue('');

  // When they go to the moves with M and press 1, completing the order without a document needs confirmation
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('m');
  await expect(movesOf(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('1');
  const question = page.getByRole('alertdialog', { name: 'Complete this order without a document?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(statusOf(page, 'Pending')).toBeVisible();

  // When they press 4, leave the question empty, and press M and 5 after the cooldown, both moves are made
  await expect(movesOf(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('4');
  await page.keyboard.press('Control+Enter');
  await expect(statusOf(page, 'Contact Customer')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('m');
    await page.keyboard.press('5');
    await expect(statusOf(page, 'Customer Called')).toBeVisible({ timeout: 500 });
  }).toPass();

  // When they press Z twice, both moves are undone, newest first
  await page.keyboard.press('z');
  await expect(statusOf(page, 'Contact Customer')).toBeVisible();
  await page.keyboard.press('z');
  await expect(statusOf(page, 'Pending')).toBeVisible();

  // When they go to the next order with J, and read the email with E
  await page.keyboard.press('j');
  await expectOrder(page, second);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('e');
  const mail = page.getByRole('dialog', { name: 'Email Content' });
  await expect(mail.getByText('Not sent yet')).toBeVisible();
  await expect(mail.getByTitle('The email as the customer reads it')).toHaveAttribute('src', /^\/uploads\/mails/);
  await page.keyboard.press('Escape');
  await expect(mail).toHaveCount(0);

  // Then U leads back to the list, with the focus on the row of that order
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: 'Pending Order', level: 1 })).toBeVisible();
  await expect(rowOf(page, second).locator(':focus')).toHaveCount(1);
});

const phone = { width: 375, height: 812 };
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('on a phone one tap opens the comment field, and one tap calls the number', async ({ page, desk }) => {
  // Given an order with every section and a telephone number, on a page that fits the phone's width
  await page.setViewportSize(phone);
  const order = await orderThat(desk, 'completedOrder', (one) => hasEverySection(one) && one.phone_number !== null);
  await openOrderAs(page, desk, 'Night Staff', order.order_id);
  expect(await widthOf(page)).toBe(phone.width);

  // Then a tap calls the number
  const call = page.getByRole('region', { name: 'Personal Information' }).locator('a[href^="tel:"]');
  await expect(call).toHaveAttribute('href', /^tel:\+\d{6,}$/);
  expect(await call.getAttribute('href')).toContain(order.phone_number!.replaceAll(/\D/g, ''));

  // And at the end of the page the moves are below the comment field, side by side
  await movesOf(page).scrollIntoViewIfNeeded();
  const [closedField, ...closedMoves] = await Promise.all(
    [remarkOf(page), ...(await movesOf(page).getByRole('button').all())].map((control) => control.boundingBox()),
  );
  expect(closedMoves[0]!.y).toBeGreaterThan(closedField!.y + closedField!.height);
  expect(closedMoves[1]!.y).toBe(closedMoves[0]!.y);
  await page.evaluate(() => scrollTo(0, 0));

  // When they tap "Add comment", the field gets the focus, and keeps it when the evidence above has loaded
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(remarkOf(page)).toBeFocused();
  const evidence = page.getByRole('region', { name: 'Dispute evidence' });
  await evidence.scrollIntoViewIfNeeded();
  await expect(evidence.getByRole('listitem')).not.toHaveCount(0);
  await expect(remarkOf(page)).toBeFocused();
  await expect(remarkOf(page)).toBeInViewport();
  await page.keyboard.type('Written on a phone');
  expect(await widthOf(page)).toBe(phone.width);
  await page.getByRole('button', { name: /^Comment\b/ }).click();
  await expect(commentsOf(page).getByText('Written on a phone')).toBeVisible();

  // When they tap a button outside the open form, the form closes, and the button is not pressed
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Move…' }).click();
  const email = (await headOf(page).getByRole('button', { name: 'View Email Content' }).boundingBox())!;
  await page.mouse.click(email.x + 10, email.y + 10);
  await expect(page.getByRole('button', { name: 'Move…' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // When they tap "Move…", the moves come before the comment, and a move that asks the customer leaves the page in place
  await page.getByRole('button', { name: 'Move…' }).click();
  const [moves, field] = [await movesOf(page).boundingBox(), await remarkOf(page).boundingBox()];
  expect(moves!.y).toBeLessThan(field!.y);
  // The tap that opens the moves disables them for a moment, in which Playwright's click would scroll the page.
  await expect(movesOf(page).getByRole('button', { name: 'Awaiting Customer' })).toBeEnabled();
  await movesOf(page).getByRole('button', { name: 'Awaiting Customer' }).click();
  await page.keyboard.type('A photo, please.');
  await page.getByRole('button', { name: 'Ask and move' }).click();
  await expect(statusOf(page, 'Awaiting Customer')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  // When they open an order with a sent document, the widest button of the header fits too
  const sent = await orderThat(desk, 'completedOrder', ({ mailHistory }) => mailHistory[0]?.state === 'delivered');
  await page.goto(desk.staff + orderPath(sent.order_id));
  await expectOrder(page, sent.order_id);
  await movesOf(page).getByRole('button', { name: 'Awaiting Govt' }).click();
  await expect(headOf(page).getByRole('button', { name: 'Move to Completed' })).toBeVisible();
  for (const button of await headOf(page).getByRole('button').all()) {
    const { x, width } = (await button.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(phone.width - 16);
  }
});

test('an order with every section is accessible, light and dark', async ({ page, desk, accessible }) => {
  const { order_id: orderId } = await orderThat(desk, 'completedOrder', hasEverySection);
  await openOrderAs(page, desk, 'Admin', orderId);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await accessible('an order, light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await accessible('an order, dark');

  // And an order with flags, a comment and an open timeline is accessible too
  const flagged = await orderThat(desk, 'pendingOrder', (order) => order.deported_removed_excluded === 'yes');
  await page.goto(desk.staff + orderPath(flagged.order_id));
  await expectOrder(page, flagged.order_id);
  await page.getByText('Timeline', { exact: true }).click();
  await remarkOf(page).fill('Half a comm');
  await accessible('an order with flags, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await accessible('an order with flags, light');
});

test('a screen reader reads the heading and the questions', async ({ page, desk }) => {
  const order = await orderThat(desk, 'pendingOrder', (one) => one.deported_removed_excluded === 'yes');
  await openOrderAs(page, desk, 'Team', order.order_id);

  await expect(headOf(page)).toMatchAriaSnapshot(`
    - link "Back to Pending Orders"
    - heading "${order.order_id} ${order.full_name}" [level=1]
    - button "View Email Content"
    - button "Next order"
    - text: Pending
    - list "Needs a second look":
      - listitem:
        - link "Deported"
      - listitem:
        - link "Prison"
      - listitem:
        - link "Medical treatment"
    - paragraph: /Unassigned.*Arrives/
    - navigation "Sections":
      - link "Upload"
      - link "Order"
      - link "Personal"
      - link "Arrival"
      - link /^Trip \\d+ yes$/
      - link /^Family \\d+$/
      - link "Goods"
      - link "Downloads 0"
      - link /^Comments \\d+$/
  `);
  await expect(page.getByRole('region', { name: 'Trip Information' })).toMatchAriaSnapshot(`
    - region "Trip Information":
      - heading "Trip Information" [level=2]
      - text: /\\d+ answered Yes/
      - heading "Declarations" [level=3]
      - term: Are you coming to New Zealand for medical treatment?
      - definition: "Yes"
      - term: Have you ever been deported, removed or excluded from any country?
      - definition: "Yes"
      - term: Have you ever been sentenced to prison?
      - definition: "Yes"
      - term: Identification
      - definition: a New Zealand temporary entry class visa
      - paragraph:
        - button "Show"
  `);

  // When a flag is clicked, its target gets the focus
  await page.getByRole('link', { name: 'Prison' }).click();
  await expect(page.locator('#sentenced_to_prison')).toBeFocused();
  await expect(page.locator('#sentenced_to_prison')).toBeInViewport();
});

test('a hovered order and the next order of the list are each requested once', async ({ page, desk }) => {
  await signIn(page, desk, 'Team');
  await openList(page, 'Pending Orders');
  const [first, second] = (await orderIds(page)) as [string, string];
  const asked: string[] = [];
  const details = '/api/admin/get-orders-details/';
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(details)) asked.push(pathname.slice(details.length));
  });
  const answered = (orderId: string) => page.waitForResponse((response) => response.url().endsWith(details + orderId));

  // When they hover over a row until its order is prefetched, and then open it
  const read = answered(first);
  await rowOf(page, first).getByRole('link', { name: 'View' }).hover();
  await read;
  const readNext = answered(second);
  await rowOf(page, first).getByRole('link', { name: 'View' }).click();
  await expectOrder(page, first);
  await readNext;

  // And open the next order, which is prefetched by then
  await page.keyboard.press('j');
  await expectOrder(page, second);

  // Then each order was requested once
  await page.waitForLoadState('networkidle');
  expect(asked.filter((orderId) => orderId === first)).toHaveLength(1);
  expect(asked.filter((orderId) => orderId === second)).toHaveLength(1);
});

test('on a slow line an order opened from the list shows its heading at once', async ({ page, desk }) => {
  // Given a list, after a visit to another order, so that even a slow machine has loaded the order page's code
  await signIn(page, desk, 'Team');
  await openList(page, 'Pending Orders');
  const [other, , orderId] = (await orderIds(page)) as [string, string, string];
  const { full_name } = await readOrder(desk, orderId);
  await page.getByRole('link', { name: `View order ${other}` }).click();
  await expectOrder(page, other);
  await page.keyboard.press('u');
  await expect(rowOf(page, orderId)).toBeVisible();

  // And 400 ms of latency, and an order whose details are held back until its heading is shown
  const devTools = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slow);
  let answer = () => {};
  const seen = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/admin/get-orders-details/${orderId}`, async (route) => {
    await seen;
    await route.continue();
  });
  await watchForBlankness(page);

  // When the order is opened
  await page.getByRole('link', { name: `View order ${orderId}` }).click();

  // Then its heading is shown
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${orderId} ${full_name}`);
  await expect(commentsOf(page)).toHaveCount(0);

  // When the response arrives, the whole order is shown, and the page was never blank
  answer();
  await expectOrder(page, orderId);
  expect(await blankFrames(page)).toBe(0);
});

/** Counts frames without a heading from now on. Both list and order have one. */
const watchForBlankness = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.blankFrames = '0';
    const look = () => {
      const { dataset } = document.documentElement;
      if (!document.querySelector('main h1')?.textContent)
        dataset.blankFrames = String(Number(dataset.blankFrames) + 1);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

const blankFrames = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.blankFrames));

test('Undo in the toast reverts an upload, and nothing is mailed', async ({ page, desk }) => {
  // Given an uploaded document whose email waits
  const { order_id: orderId } = await orderThat(desk, 'awaitingOrder', ({ uploadDoc }) => uploadDoc.length === 0);
  await openOrderAs(page, desk, 'Team', orderId);
  const tabs = headOf(page).getByRole('navigation', { name: 'Sections' });
  await page.keyboard.press('d');
  const document = { name: 'declaration.pdf', mimeType: 'application/pdf', buffer: makePdf() };
  await page.locator('input[type=file]').setInputFiles(document);
  await expect(page.getByRole('button', { name: 'Upload and send' })).toBeFocused();
  await page.keyboard.press('Enter');
  const uploaded = toast(page, 'Document uploaded. Email sends in 10 seconds.');
  await expect(emailsOf(page).getByText('Queued', { exact: true })).toBeVisible();
  await expect(emailsOf(page).getByText(/^sends in \d+ s$/)).toBeVisible();
  await expect(tabs.locator('[aria-current]')).toHaveText(/^Emails/);

  // When they press Undo, the email is cancelled, its document is marked Withdrawn, and Undo is no longer offered
  await uploaded.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'The email was cancelled. Its document was withdrawn.')).toBeVisible();
  await expect(emailsOf(page).getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(emailsOf(page).getByRole('button', { name: /Undo|Send now/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Upload a document' }).click();
  await expect(page.getByRole('region', { name: 'Upload Document' }).getByText('Withdrawn')).toBeVisible();
  expect(await readOrder(desk, orderId)).toMatchObject({
    mailHistory: [{ state: 'cancelled' }],
    uploadDoc: [{ original_name: 'declaration.pdf', withdrawn_at: expect.any(String) }],
  });
});

test('"Send now" sends a resend at once, without a layout shift', async ({ page, desk }) => {
  const { order_id: orderId } = await orderThat(
    desk,
    'completedOrder',
    ({ mailHistory }) => mailHistory[0]?.state === 'delivered',
  );
  await openOrderAs(page, desk, 'Telecaller', orderId);

  await emailsOf(page).getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(toast(page, 'Email sends in 10 seconds.').getByRole('button', { name: 'Undo' })).toBeVisible();
  const { due_at } = (await readOrder(desk, orderId)).mailHistory[0]!;
  const height = () => emailsOf(page).evaluate((section) => section.getBoundingClientRect().height);
  await expect(emailsOf(page).getByRole('button', { name: 'Send now' })).toBeVisible();
  const waiting = await height();
  await emailsOf(page).getByRole('button', { name: 'Send now' }).click();

  await expect(toast(page, 'The email is on its way.')).toBeVisible();
  await expect(emailsOf(page).getByText('In the outbox', { exact: true })).toBeVisible();
  expect(await height()).toBe(waiting);
  expect(await lastSentAt(desk, orderId)).toBeLessThan(Date.parse(due_at!));
});

test('a waiting email is sent after the desk was killed, without an open tab', async ({ page, desk }) => {
  // Given a waiting email, and nobody on the order's page
  const { order_id: orderId } = await orderThat(
    desk,
    'completedOrder',
    ({ mailHistory }) => mailHistory[0]?.state === 'opened',
  );
  await openOrderAs(page, desk, 'Team', orderId);
  await emailsOf(page).getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(emailsOf(page).getByText('Queued', { exact: true })).toBeVisible();
  await page.goto('about:blank');

  // When the desk is killed and started again
  await desk.kill();
  const killedAt = Date.now();
  await desk.restart();

  // Then the email is sent once, and the order shows that after a reload
  const state = async () => (await readOrder(desk, orderId)).mailHistory[0]?.state;
  await expect.poll(state, { timeout: 40_000 }).toBe('sent');
  expect(await lastSentAt(desk, orderId)).toBeGreaterThan(killedAt);
  await page.goto(desk.staff + orderPath(orderId));
  await expect(emailsOf(page).getByText('In the outbox', { exact: true })).toHaveCount(1);
});

for (const width of [1280, 1024, 800, 375]) {
  test(`at ${width} px a toast covers no control of an order opened from a list`, async ({ page, desk }) => {
    // Given an order that was opened from a list and moved
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, desk, 'Manager');
    await page.goto(`${desk.staff}/admin/contact-customer`);
    const view = page.getByRole('link', { name: /^View order/ }).first();
    const orderId = (await view.getAttribute('aria-label'))!.replace(/\D/g, '');
    await view.click();
    await expectOrder(page, orderId);
    await expect(headOf(page).getByRole('button', { name: 'Next in the list' })).toBeVisible();
    const nameAt = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y;
    await page.evaluate(() => document.fonts.ready);
    const before = await nameAt();
    await movesOf(page).getByRole('button', { name: 'Awaiting Govt' }).click();

    // When the toast offers Undo and the next order, it covers no button or link of the page
    const moved = toast(page, /^Order \d+ has been moved/);
    await expect(moved.getByRole('button', { name: 'Undo' })).toBeVisible();
    await moved.hover();
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await coveredByToasts(page.locator('body'))).toEqual([]);
    // At 1280 px the toast is in the header; otherwise the page moves down.
    if (width === 1280) await expect.poll(nameAt).toBe(before);
    else await expect.poll(nameAt).toBeGreaterThan(before);

    // When Z undoes the move, the toast that says so covers no button or link
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('z');
    const takenBack = toast(page, `Undone. Order ${orderId} is back in Contact Customer.`);
    await takenBack.hover();
    expect(await coveredByToasts(page.locator('body'))).toEqual([]);
  });
}

test('at 1280 px a toast of any height leaves the order’s name uncovered', async ({ page, desk }) => {
  // Given an order whose customer was just sent a reply
  await page.setViewportSize({ width: 1280, height: 800 });
  const { order_id: orderId } = await orderThat(desk, 'contactCustomer');
  await openOrderAs(page, desk, 'Manager', orderId);
  await page.getByLabel('Message to the customer').fill('Thank you.');
  await page.getByRole('button', { name: /^Reply/ }).click();
  await expect(toast(page, /Email sends in/)).toBeVisible();

  // When they comment and move the order while the email waits, the three-line toast ends above the name
  await remarkOf(page).fill('Spoke to them');
  await movesOf(page).getByRole('button', { name: 'Customer Called' }).click();
  const moved = toast(page, /^Comment added/);
  await expect(moved).toContainText(`Pressing Z withdraws your reply on order ${orderId} first.`);
  await moved.hover();
  await page.evaluate(() => window.scrollTo(0, 0));
  const gap = async () => {
    const [shown, name] = [await moved.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
    return name!.y - shown!.y - shown!.height;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  const height = await moved.evaluate((shown) => shown.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(56);

  // And with texts twice as large, the page makes room
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await expect.poll(() => moved.evaluate((shown) => shown.getBoundingClientRect().height)).toBeGreaterThan(56);
});

test('on a scrolled phone, id, name and buttons of the order stay', async ({ page, desk }) => {
  // Given an order on a phone
  await page.setViewportSize({ width: 375, height: 740 });
  const { order_id: orderId, full_name: name } = await orderThat(desk, 'contactCustomer');
  await openOrderAs(page, desk, 'Team', orderId);

  // When the page is scrolled, status, id and name stay at the top, and below them the buttons and the tabs
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect(toast(page, /./)).toHaveCount(0);
  const { content, position, end } = await headOf(page).evaluate((head) => {
    const { content: text, position: stays, top, height } = getComputedStyle(head, '::before');
    return { content: text, position: stays, end: parseFloat(top) + parseFloat(height) };
  });
  expect(content).toContain(`${orderId} \u2068${name}\u2069`);
  expect([content.includes('Contact Customer'), position]).toEqual([true, 'sticky']);
  const buttons = ['Next order', 'View Email Content'].map((label) =>
    headOf(page).getByRole('button', { name: label }),
  );
  for (const button of [...buttons, page.locator('[data-next-step]')]) {
    const { y } = (await button.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(end);
  }
  await headOf(page).getByRole('link', { name: 'Personal' }).click();
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeInViewport({ ratio: 1 });
  await expect(headOf(page).getByRole('link', { name: 'Personal' })).toBeInViewport({ ratio: 1 });

  // When they move the focus forwards and back by Tab, nothing covers the focused element
  await page.getByLabel('Message to the customer').focus();
  for (const key of [...Array<string>(12).fill('Tab'), ...Array<string>(40).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    expect(await page.evaluate(coveredFocus)).toBeNull();
  }

  // When they open the comment form, the page stays where it is
  const scrollY = () => page.evaluate(() => window.scrollY);
  const before = await scrollY();
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(remarkOf(page)).toBeInViewport();
  await expect.poll(scrollY).toBe(before);

  // When they open the moves instead, the page stays there too
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Move…' }).click();
  await expect(movesOf(page).locator('button:not([aria-current])').first()).toBeFocused();
  await expect.poll(scrollY).toBe(before);

  // And with the phone on its side, they reach the snippets, the checkboxes and every move
  await page.setViewportSize({ width: 667, height: 375 });
  await remarkOf(page).fill('/');
  await expect(page.getByRole('option').first()).toBeInViewport({ ratio: 1 });
  await page.getByRole('option').first().click({ trial: true });
  await remarkOf(page).fill('Called them');
  await page.getByRole('checkbox', { name: 'Whatsapp' }).click({ trial: true });
  for (const move of await movesOf(page).locator('button:not([aria-current])').all()) await move.click({ trial: true });
});

test('Page Down skips nothing that header and dock cover; a question and the comment field move nothing', async ({
  page,
  desk,
}) => {
  const order = await orderThat(desk, 'newOrder');
  await openOrderAs(page, desk, 'Team', order.order_id);
  await expect(commentsOf(page)).toBeAttached();
  const { y, bottom } = await page.evaluate(() => ({
    y: window.scrollY,
    bottom: document.forms.namedItem('comment')!.getBoundingClientRect().top,
  }));
  await page.keyboard.press('PageDown');
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect.poll(scrolled).toBeGreaterThan(y);
  const top = await page.evaluate(() => document.querySelector('[data-order]')!.getBoundingClientRect().bottom);
  expect((await scrolled()) - y).toBeLessThan(bottom - top);

  // When they ask the customer a question, sections appear above the one they are reading, which stays in place
  const trip = page.getByRole('region', { name: 'Trip Information' });
  const before = (await trip.boundingBox())!.y;
  await page.keyboard.press('m');
  await page.keyboard.press('2');
  await page.keyboard.type('Which passport do you mean?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Customer Messages' })).toBeAttached();
  await expect.poll(async () => Math.round((await trip.boundingBox())!.y - before)).toBeLessThan(3);

  // When they open the comment field, no button moves under the pointer, where a double click would press it
  const move = movesOf(page).getByRole('button', { name: 'Completed' });
  const place = await move.boundingBox();
  await remarkOf(page).click();
  await expect(page.getByRole('checkbox', { name: 'Whatsapp' })).toBeVisible();
  expect(await move.boundingBox()).toEqual(place);
});

/** The text of the focused element if something else covers its middle; otherwise null. */
function coveredFocus(): string | null {
  const focused = document.activeElement!;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isFree = top === null || focused.contains(top) || top.contains(focused);
  return isFree ? null : `${focused.tagName} ${focused.textContent}`;
}

/** When the newest mail of an order was sent, in milliseconds. */
async function lastSentAt(desk: Desk, orderId: string): Promise<number> {
  const admin = await memberOf(desk, 'Admin');
  const { data: entries } = await admin(timelineCalls.timeline, { orderId });
  return Date.parse(entries.find(({ kind }) => kind === 'sent')!.at);
}
