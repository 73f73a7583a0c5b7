/** An invoice, from its order id to the mail, by keyboard alone and on a phone. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../journey.ts';
import { menuLink, openList, orderIds, signIn, toast } from '../pages/staffPages.ts';

test.use({ deskSettings: { MAIL_DELAY_S: '3' }, expectedNoise: [/status of (404|409)/] });

test('an invoice is sent by order id, and is in the order’s history', async ({ page, desk, accessible }) => {
  // Given a member of Night Staff, an unpaid order and a paid one
  await signIn(page, desk, 'Night Staff');
  await openList(page, 'Pending Orders');
  const unpaid = (await orderIds(page))[0]!;
  await openList(page, 'New Orders');
  // Poll, because the previous list may still be shown, or the new one may have no rows yet.
  let orderId = unpaid;
  await expect.poll(async () => (orderId = (await orderIds(page))[0] ?? unpaid)).not.toBe(unpaid);
  await menuLink(page, 'Manage Invoices').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Send Invoice' })).toBeFocused();

  // When they enter an invalid id, an unknown id, and the id of an unpaid order
  const field = page.getByRole('textbox', { name: 'Order ID' });
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter your order id.')).toBeVisible();
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Order Id must be at least 6 characters.')).toBeVisible();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');

  // Then each error is shown, and no input is lost
  await expect(toast(page, 'There is no order 999999.')).toBeVisible();
  await expect(field).toHaveValue('999999');
  await expect(field).toBeFocused();
  await accessible('an invoice that was refused');
  const customer = page.getByRole('status', { name: 'Invoice recipient' });
  await field.fill(unpaid);
  await page.keyboard.press('Enter');
  await expect(customer).toContainText('Check the customer, then press Send Invoice.');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'This order has not been paid.')).toBeVisible();

  // When they enter the id of the paid order
  await field.fill(orderId);
  await expect(customer).toContainText('Check the customer, then press Send Invoice.');
  await page.keyboard.press('Enter');

  // Then the invoice has a number and is sent, and the field is ready for the next id
  const line = page.getByRole('listitem').filter({ hasText: `for order ${orderId}` });
  await expect(line).toContainText('Invoice 1001');
  await expect(toast(page, `Invoice 1001 for order ${orderId}. Email sends in 3 seconds.`)).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await accessible('an invoice that was sent');
  await expect(line).toContainText('On its way');
  const outbox = path.join(desk.dataDir, 'outbox');
  const mails = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  await expect.poll(mails, { timeout: 60_000 }).toEqual([expect.stringMatching(new RegExp(`^${orderId}-\\d+\\.eml$`))]);
  expect(await readFile(path.join(outbox, (await mails())[0]!), 'utf8')).toContain('filename="Invoice 1001.pdf"');

  // When the toast has gone, and they open the order
  await expect(toast(page, /^Invoice 1001 for order/)).toHaveCount(0);
  await line.getByRole('link', { name: orderId }).click();

  // Then the history lists the invoice, and resends it with the same number
  const history = page.getByRole('region', { name: 'Email History' });
  await expect(history.getByRole('row').nth(1)).toContainText('Invoice');
  await history.getByRole('button', { name: 'Resend', exact: true }).last().click();
  await history.getByLabel('Send to').press('Enter');
  await expect(toast(page, /^Invoice 1001 for order/)).toBeVisible();
  await expect(history.getByRole('row')).toHaveCount(3);
});

test('on a phone, in the dark theme, an invoice is cancelled', async ({ page, desk, accessible }) => {
  await signIn(page, desk, 'Team');
  await openList(page, 'New Orders');
  const orderId = (await orderIds(page))[1]!;
  await page.setViewportSize({ width: 375, height: 720 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${desk.staff}/admin/send-invoice`);
  await page.getByRole('textbox', { name: 'Order ID' }).fill(orderId);
  const button = page.getByRole('button', { name: 'Send Invoice' });
  await button.click();
  await expect(page.getByRole('status', { name: 'Invoice recipient' })).toContainText('then press Send Invoice');
  await button.click();
  await page.getByRole('button', { name: /^Undo invoice/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: orderId })).toContainText('Cancelled');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await accessible('a cancelled invoice, on a phone');
});
