/** A press takes effect even if a text appears below a field while the pointer is down (rule 18.13). */
import type { Locator, Page } from '@playwright/test';
import { messageCalls } from 'shared/api/messageCalls';
import { orderPath } from 'shared/format/orderIdCode';
import { expect, test } from '../journey.ts';
import { memberOf } from '../pages/callApi.ts';
import { openOrderAs, orderThat, remarkOf } from '../pages/orderPages.ts';
import { menuLink, openList, signIn } from '../pages/staffPages.ts';

/** A real press near the button's upper edge, long enough for errors to appear when the field loses focus. */
async function press(page: Page, button: Locator) {
  // Scroll the button to the centre, away from docked bars.
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width } = (await button.boundingBox())!;
  await page.mouse.move(x + width / 2, y + 3);
  await page.mouse.down();
  await drawn(page);
  await page.mouse.up();
}

/** `press` by touch. */
async function touch(page: Page, button: Locator) {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width } = (await button.boundingBox())!;
  const devTools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + 3 }];
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await drawn(page);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devTools.detach();
}

/** Resolves once React has rendered. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

/** Presses the button and expects that its form was submitted once. */
async function isSubmittedBy(page: Page, button: Locator, how = press) {
  await page.evaluate(() => {
    const counted = window as { submits?: number };
    if (counted.submits === undefined) addEventListener('submit', () => (counted.submits! += 1), true);
    counted.submits = 0;
  });
  await how(page, button);
  await expect.poll(() => page.evaluate(() => (window as { submits?: number }).submits)).toBe(1);
}

test('on the sign-in page', async ({ page, desk }) => {
  await page.goto(desk.staff);
  const button = page.getByRole('button', { name: 'Sign In' });
  // The email is validated on blur, the empty password only on submit.
  await page.getByLabel('Email ID').fill('nobody');
  await press(page, button);
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Invalid email address')).toBeVisible();

  await page.getByLabel('Email ID').fill('');
  await press(page, button);
  await expect(page.getByText('Email Address is required')).toBeVisible();
});

test('on the order page, in the upload form and in the composer', async ({ page, desk }) => {
  await signIn(page, desk, 'Team');
  await openList(page, 'New Orders');
  await page.getByRole('row').nth(1).getByRole('link', { name: /View/ }).click();

  await page.getByRole('button', { name: 'Upload a document' }).click();
  await page.getByLabel('Email', { exact: true }).fill('');
  await press(page, page.getByRole('button', { name: 'Upload and send' }));
  await expect(page.getByText('File is required')).toBeVisible();
  await expect(page.getByText('Please enter your email')).toBeVisible();

  const comment = page.getByRole('button', { name: /^Comment\b/ });
  await page.getByRole('textbox', { name: /Add Comment Below/ }).focus();
  await press(page, comment);
  await expect(page.getByText('Please enter your remark')).toBeVisible();
});

test('on the tracking page', async ({ page, desk }) => {
  await page.goto(`${desk.customers}/track-order`);
  const button = page.getByRole('button', { name: 'TRACK ORDER' });
  const orderId = page.getByLabel('Order ID');
  // An emptied field is validated on blur, the untouched email only on submit.
  await orderId.fill('1');
  await orderId.fill('');
  await press(page, button);
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await expect(page.getByText('Please enter your orderId')).toBeVisible();
});

test('in each form of the settings pages', async ({ page, desk }) => {
  await signIn(page, desk, 'Admin');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await menuLink(page, 'Change Password').click();
  await page.getByLabel('New Password', { exact: true }).fill('short');
  await isSubmittedBy(page, button('Update Password'));

  await menuLink(page, 'Manage Invoices').click();
  await page.getByLabel('Order ID').fill('1');
  await isSubmittedBy(page, button('Send Invoice'));

  await menuLink(page, 'Manage Team').click();
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await isSubmittedBy(page, button('Add team member'));
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await page
    .getByRole('row', { name: /Tia Team/ })
    .getByRole('link', { name: 'Edit Tia Team' })
    .click();
  await expect(page.getByRole('heading', { name: 'Edit Tia Team' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await isSubmittedBy(page, button('Save changes'));
  await expect(page.getByText('Please enter your email.')).toBeVisible();

  await menuLink(page, 'Gateway Setting').click();
  await page.getByRole('radio').first().focus();
  await isSubmittedBy(page, button('Active Gateway'));

  const summaries = { 'Country Order List': 'Country Order Details', 'Order Processed': 'Processed By' };
  for (const [summary, title] of Object.entries(summaries)) {
    await menuLink(page, summary).click();
    // Wait for the title, because the previous screen has the same fields and stays until the next has loaded.
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await page.getByRole('textbox', { name: 'From' }).fill('02/11/2026');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('01/11/2026');
    await isSubmittedBy(page, button('Submit'));
    await expect(page.getByText('From date must not be after To date.').first()).toBeVisible();
  }
});

test('on the page to choose a password', async ({ page, desk }) => {
  await page.route('**/check-password-link', (route) =>
    route.fulfill({ json: { status: 1, message: 'The link works.', data: null } }),
  );
  await page.goto(`${desk.staff}/choose-password#a-link-of-a-mail`);
  await page.getByLabel('New password').fill('short');
  await isSubmittedBy(page, page.getByRole('button', { name: 'Save password' }));
});

test('in the forms to correct an email, create a snippet and ask a customer', async ({ page, desk }) => {
  const bounced = await orderThat(desk, 'allOrder', ({ email_bounced }) => email_bounced);
  await openOrderAs(page, desk, 'Team', bounced.order_id);
  await page.getByRole('table').getByRole('button', { name: 'Correct the address' }).click();
  await page.getByLabel('Send to').fill('nobody');
  await isSubmittedBy(page, page.getByRole('form', { name: 'Send again' }).getByRole('button', { name: 'Resend' }));
  await expect(page.getByLabel('Send to')).toBeVisible();

  await remarkOf(page).fill('/');
  await page.getByRole('option', { name: 'Edit snippets…' }).click();
  const snippets = page.getByRole('dialog', { name: 'Snippets' });
  await snippets.getByLabel('Title').focus();
  await isSubmittedBy(page, snippets.getByRole('button', { name: 'Add snippet' }));
  await snippets.getByLabel('Title').fill('Of a journey');
  await snippets.getByLabel('Text').fill('x');
  await isSubmittedBy(page, snippets.getByRole('button', { name: 'Add snippet' }));
  await snippets.getByRole('button', { name: 'Edit Of a journey' }).click();
  await snippets.getByLabel('Title').fill('');
  await isSubmittedBy(page, snippets.getByRole('button', { name: 'Save changes' }));

  const waiting = await orderThat(desk, 'awaitingOrder');
  const another = await page.context().newPage();
  // The other tab is already signed in.
  await another.goto(desk.staff + orderPath(waiting.order_id));
  const form = another.getByRole('form', { name: 'Write to the customer' });
  await form.getByLabel('Message to the customer').fill('x');
  await form.getByLabel('Message to the customer').fill('');
  await isSubmittedBy(another, form.getByRole('button', { name: 'Reply' }));
  await expect(form.getByText('Please write your reply.')).toBeVisible();
});

test('in the form for transaction details', async ({ page, desk }) => {
  const disputed = await orderThat(desk, 'chargeBack');
  await openOrderAs(page, desk, 'Team', disputed.order_id);
  const evidence = page.getByRole('region', { name: 'Dispute evidence' });
  await evidence.getByRole('button', { name: 'Enter Transaction Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter Transaction Details' });
  const [id, merchant] = [dialog.getByLabel('Transaction ID'), dialog.getByLabel('Merchant name')];
  await id.fill('');
  // Each field is validated on blur.
  await merchant.fill('x');
  await merchant.fill('');
  await isSubmittedBy(page, dialog.getByRole('button', { name: 'Save transaction details' }));
  await expect(dialog.getByText('Please enter your Transaction Id')).toBeVisible();
  await expect(dialog.getByText('Please enter your Merchant Name')).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test('on the tracking page, and in an answer to a question', async ({ page, desk }) => {
    const order = await orderThat(desk, 'contactCustomer');
    const tia = await memberOf(desk, 'Team');
    await tia(messageCalls.askCustomer, { orderId: order.order_id, question: 'Which passport?' });
    await page.goto(`${desk.customers}/track-order`);
    const orderId = page.getByLabel('Order ID');
    await orderId.fill('1');
    await orderId.fill('');
    await isSubmittedBy(page, page.getByRole('button', { name: 'TRACK ORDER' }), touch);
    await expect(page.getByText('Please enter your email')).toBeVisible();

    await orderId.fill(order.order_id);
    await page.getByLabel('Email ID').fill(order.email);
    await isSubmittedBy(page, page.getByRole('button', { name: 'TRACK ORDER' }), touch);
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    // On blur the error about the length appears, just when the finger touches the button.
    await answer.fill('x'.repeat(2_001));
    await isSubmittedBy(page, page.getByRole('button', { name: 'Send answer' }), touch);
    await expect(page.getByText('At most 2,000 characters', { exact: true })).toBeVisible();
  });
});
