/** An order from start to end: staff take it, process it and send the document, which the customer downloads. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, violations } from '../journey.ts';
import { makePdf } from '../pages/makePdf.ts';
import { folderCount, menuLink, selectRow, signIn } from '../pages/staffPages.ts';

test('an order is processed from New Orders to the customer’s phone', async ({ page, desk, accessible, browser }) => {
  // Given a team member who signed in
  await page.goto(desk.staff);
  await expect(page).toHaveTitle(/New Zealand/);
  await accessible('the sign-in page');
  await signIn(page, desk, 'Team');
  await expect(page.getByText('Welcome Tia Team')).toBeVisible();
  await accessible('the dashboard');
  const before = {
    new: await folderCount(page, 'New Orders'),
    mine: await folderCount(page, 'My Orders'),
    completed: await folderCount(page, 'Completed Orders'),
  };

  // When they assign the first new order to themselves
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('heading', { name: 'New Order', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${desk.staff}/admin/recent-order`);
  const first = page.getByRole('row').nth(1);
  await expect(first.getByRole('link', { name: /View/ })).toBeVisible();
  const orderId = (await first.innerText()).match(/\b1\d{5}\b/)![0];
  await accessible('New Orders');
  await selectRow(first);
  await page.getByRole('button', { name: /Assign to me/ }).click();

  // Then the order has moved from New Orders to My Orders, and the counts follow
  await expect(page.getByText('Order has been assigned successfully')).toBeVisible();
  await expect.poll(() => folderCount(page, 'New Orders')).toBe(before.new - 1);
  expect(await folderCount(page, 'My Orders')).toBe(before.mine + 1);
  await expect(page.getByRole('row').filter({ hasText: orderId })).toHaveCount(0);
  await menuLink(page, 'My Orders').click();
  await expect(page.getByRole('heading', { name: 'My Order', level: 1 })).toBeVisible();

  // When they open the order
  await page.getByRole('row').filter({ hasText: orderId }).getByRole('link', { name: /View/ }).click();
  await expect(page).toHaveURL(
    new RegExp(`/admin/view-order/${encodeURIComponent(btoa(String(Number(orderId) * 2)))}$`),
  );
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderId);
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
  // Make the window as high as the page: axe calls a control too small if the docked form covers part of it.
  const window = page.viewportSize()!;
  await page.setViewportSize({ ...window, height: 4_000 });
  await accessible('the order page');
  await page.setViewportSize(window);
  await page.getByRole('button', { name: 'Upload a document' }).click();
  const email = await page.getByLabel('Email', { exact: true }).inputValue();

  // And write a remark
  const remark = 'Passport number checked against the scan.';
  await page.getByRole('textbox', { name: /Add Comment Below/ }).fill(remark);
  await page.getByRole('checkbox', { name: 'Telephone' }).check();
  await page.getByRole('button', { name: /^Comment\b/ }).click();

  // Then the Comment History shows it
  const comments = page.getByRole('region', { name: 'Comment History' });
  await expect(comments.getByText(remark)).toBeVisible();
  await expect(comments.getByText('Tia Team').first()).toBeVisible();

  // When they upload and send the document
  const pdf = makePdf();
  const emails = page.getByRole('region', { name: 'Email History' });
  const inTheOutbox = emails.getByText('In the outbox', { exact: true });
  const sentBefore = await inTheOutbox.count();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'declaration.pdf', mimeType: 'application/pdf', buffer: pdf });
  await page.getByRole('button', { name: 'Upload and send' }).click();

  // Then the outbox contains the mail with the document, and the Email History shows the mail
  await expect(inTheOutbox).toHaveCount(sentBefore + 1);
  const outbox = path.join(desk.dataDir, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')));
  const mail = mails.find((text) => text.includes(email) && text.includes(orderId));
  expect(mail, 'the mail to the applicant').toBeTruthy();
  expect(mail).toContain('application/pdf');

  // When they move the order to Completed
  await page.getByRole('toolbar').getByRole('button', { name: 'Completed', exact: true }).click();

  // Then every count follows
  await expect.poll(() => folderCount(page, 'Completed Orders')).toBe(before.completed + 1);
  expect(await folderCount(page, 'My Orders')).toBe(before.mine);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Comment History' }).getByText(remark)).toBeVisible();

  // Given the customer on their phone, on the public site
  const phone = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    acceptDownloads: true,
    timezoneId: 'Asia/Dubai',
  });
  const customer = await phone.newPage();
  const noise: string[] = [];
  customer.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  await customer.goto(`${desk.customers}/track-order/${orderId}`);
  await expect(customer.getByLabel('Order ID')).toHaveValue(orderId);
  await customer.getByLabel('Email ID').fill(`  ${email.toUpperCase()} `);
  await customer.getByRole('button', { name: 'TRACK ORDER' }).click();

  // Then they see the completion page
  await expect(customer).toHaveURL(`${desk.customers}/get-new-order-details/${orderId}`);
  await expect(customer.getByRole('heading', { name: 'Your declaration is ready' })).toBeVisible();
  await expect(customer.getByText('No record found')).toBeVisible();
  expect(await violations(customer), 'axe on the completion page').toEqual([]);

  // When they download the document
  const download = customer.waitForEvent('download');
  await customer.getByRole('button', { name: /Download document/ }).click();
  const saved = await (await download).path();

  // Then the downloaded file equals the uploaded one, and the history shows the download
  expect(await readFile(saved)).toEqual(pdf);
  await expect(customer.getByText('Asia/Dubai')).toBeVisible();
  expect(noise).toEqual([]);
  await phone.close();
});

test('a wrong email and an unknown order get the same response', async ({ page, desk, accessible }) => {
  await page.goto(`${desk.customers}/track-order`);
  await accessible('the tracking page');
  const answers: string[] = [];
  // Read the response here, because Chromium may discard the body before a test asks for it.
  await page.route('**/front/track-order', async (route) => {
    const response = await route.fetch();
    answers.push(`${response.status()} ${await response.text()}`);
    await route.fulfill({ response });
  });
  for (const [orderId, email] of [
    ['100001', 'nobody@example.com'],
    ['999999999', 'nobody@example.com'],
  ] as const) {
    await page.getByLabel('Order ID').fill(orderId);
    await page.getByLabel('Email ID').fill(email);
    const asked = answers.length;
    await page.getByRole('button', { name: 'TRACK ORDER' }).click();
    await expect.poll(() => answers.length).toBe(asked + 1);
    await expect(page.getByText(/We could not find that order/).first()).toBeVisible();
    await expect(page.getByLabel('Email ID')).toHaveValue(email);
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).toMatch(/^404 /);
});
test.use({ expectedNoise: [/status of 404/] });

test('an empty tracking form shows an error under each field', async ({ page, desk }) => {
  await page.goto(`${desk.customers}/track-order`);
  await page.getByRole('button', { name: 'TRACK ORDER' }).click();
  await expect(page.getByText('Please enter your orderId')).toBeVisible();
  await expect(page.getByText('Please enter your email')).toBeVisible();
});
