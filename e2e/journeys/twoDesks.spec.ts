/** Nothing is overwritten if two people change an order, and nothing happens twice if one person presses twice. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { orderCalls } from 'shared/api/orderCalls';
import { memberOf } from '../pages/callApi.ts';
import { makePdf } from '../pages/makePdf.ts';
import {
  commentsOf,
  emailsOf,
  movesOf,
  openOrderAs,
  orderThat,
  readOrder,
  remarkOf,
  statusOf,
  withoutQuestion,
} from '../pages/orderPages.ts';

// Conflicts and a lost response are expected.
test.use({ expectedNoise: [/status of 409|net::ERR_CONNECTION_RESET/] });

const move = (page: Page, label: string) => movesOf(page).getByRole('button', { name: label, exact: true });

/** Drops the response to the first call, which the API has processed. Resolves to a counter of the calls so far. */
async function dropOneResponse(page: Page, path: string) {
  let sent = 0;
  await page.route(`**${path}`, async (route) => {
    sent += 1;
    const response = await route.fetch();
    await (sent === 1 ? route.abort('connectionreset') : route.fulfill({ response }));
  });
  return () => sent;
}

test('the slower person sees who did what, and reloads with the comment kept, or moves anyway', async ({
  page,
  desk,
  browser,
  accessible,
}) => {
  // Given two people on the same order, one of whom is writing a comment
  const { order_id: orderId } = await orderThat(desk, 'pendingOrder');
  const others = await browser.newContext({ timezoneId: 'Asia/Kolkata' });
  const other = await others.newPage();
  await openOrderAs(page, desk, 'Team', orderId);
  await openOrderAs(other, desk, 'Manager', orderId);
  const remark = 'Passport asked for by telephone';
  await remarkOf(page).fill(remark);

  // When the other moves the order, and then the first comments and moves it elsewhere
  await move(other, 'Contact Customer').click();
  await withoutQuestion(other).click();
  await expect(statusOf(other, 'Contact Customer')).toBeVisible();
  await move(page, 'Awaiting Customer').click();
  await withoutQuestion(page).click();

  // Then the move is refused, and the dialog says who did what
  const dialog = page.getByRole('alertdialog', { name: 'Max Manager changed this order' });
  await expect(dialog.getByText(/^Your move to Awaiting Customer and your comment weren’t saved/)).toBeVisible();
  await expect(dialog.getByRole('definition').first()).toHaveText(/Pending.*Contact Customer/);
  await expect(dialog.getByRole('button', { name: 'Reload the order' })).toBeFocused();
  await accessible('the dialog of who was faster');
  expect(await readOrder(desk, orderId)).toMatchObject({ process_status: 'Contact Customer', remarks: [] });

  // When the first reloads the order, the page shows the other's move and keeps the comment
  await dialog.getByRole('button', { name: 'Reload the order' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(statusOf(page, 'Contact Customer')).toBeVisible();
  await expect(remarkOf(page)).toHaveValue(remark);

  // When the other moves the order again, and the first confirms their own move
  const manager = await memberOf(desk, 'Manager');
  await manager(orderCalls.move, { orderId, updatingStatus: 'Customer Called' });
  await move(page, 'Awaiting Customer').click();
  await withoutQuestion(page).click();
  await dialog.getByRole('button', { name: 'Do it anyway' }).click();

  // Then the move is made once, with the comment
  await expect(statusOf(page, 'Awaiting Customer')).toBeVisible();
  await expect(commentsOf(page).getByText(remark)).toHaveCount(1);
  await expect(remarkOf(page)).toHaveValue('');
  expect(await readOrder(desk, orderId)).toMatchObject({ process_status: 'Awaiting', remarks: [{ remark }] });
  await others.close();
});

test('an order deleted meanwhile cannot be moved anyway', async ({ page, desk }) => {
  const { order_id: orderId } = await orderThat(desk, 'pendingOrder');
  await openOrderAs(page, desk, 'Team', orderId);
  const manager = await memberOf(desk, 'Manager');
  await manager(orderCalls.move, { orderId, updatingStatus: 'Deleted' });

  await move(page, 'Contact Customer').click();
  await withoutQuestion(page).click();

  const dialog = page.getByRole('alertdialog', { name: 'Max Manager changed this order' });
  await expect(dialog.getByRole('button', { name: 'Reload the order' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Do it anyway' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Reload the order' }).click();
  await expect(page.getByText('This order is deleted. Only Admin and Manager can restore it.')).toBeVisible();
});

test('a double click moves once, comments once and mails once', async ({ page, desk }) => {
  // Given an order, and a counter of requests
  const { order_id: orderId, version } = await orderThat(desk, 'pendingOrder');
  await openOrderAs(page, desk, 'Team', orderId);
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname));

  // When each button is clicked twice
  await move(page, 'Contact Customer').dblclick();
  await withoutQuestion(page).dblclick();
  await expect(statusOf(page, 'Contact Customer')).toBeVisible();
  await remarkOf(page).fill('Written once');
  await page.getByRole('button', { name: /^Comment\b/ }).dblclick();
  await expect(commentsOf(page).getByText('Written once')).toBeVisible();
  await page.getByRole('button', { name: 'Upload a document' }).click();
  const document = { name: 'declaration.pdf', mimeType: 'application/pdf', buffer: makePdf() };
  await page.locator('input[type=file]').setInputFiles(document);
  await page.getByRole('button', { name: 'Upload and send' }).dblclick();
  await expect(emailsOf(page).getByText('In the outbox', { exact: true }).first()).toBeVisible();

  // Then each action was sent and executed once
  expect(sent.filter((path) => path.startsWith('/api/admin/'))).toHaveLength(3);
  const order = await readOrder(desk, orderId);
  expect(order).toMatchObject({ process_status: 'Contact Customer', remarks: [{ remark: 'Written once' }] });
  expect([order.remarks, order.uploadDoc, order.mailHistory].map((list) => list.length)).toEqual([1, 1, 1]);
  expect(order.version).toBeGreaterThan(version);
});

test('a comment and move whose response was lost is retried, and executed once', async ({ page, desk }) => {
  const { order_id: orderId } = await orderThat(desk, 'pendingOrder');
  await openOrderAs(page, desk, 'Team', orderId);
  const sent = await dropOneResponse(page, orderCalls.addRemark.path);
  await remarkOf(page).fill('Asked for a better scan');

  await move(page, 'Awaiting Customer').click();
  await withoutQuestion(page).click();

  await expect(statusOf(page, 'Awaiting Customer')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(commentsOf(page).getByText('Asked for a better scan')).toHaveCount(1);
  expect(sent()).toBe(2);
  const { remarks, process_status } = await readOrder(desk, orderId);
  expect(process_status).toBe('Awaiting');
  expect(remarks.map(({ remark }) => remark)).toEqual(['Asked for a better scan']);
});
