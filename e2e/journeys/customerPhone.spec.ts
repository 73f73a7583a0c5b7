/** A traveller tracks an order on a phone at 375 and 320 px, by touch, on bad Wi-Fi. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { customerCalls } from 'shared/api/customerCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { expect, test } from '../journey.ts';
import { brokenNetwork } from '../pages/brokenNetwork.ts';
import { memberOf } from '../pages/callApi.ts';
import { track, tooWide, uploadDocument } from '../pages/customerPages.ts';
import { makePdf } from '../pages/makePdf.ts';
import { openOrderAs, orderThat, readOrder } from '../pages/orderPages.ts';
import { menuLink, rowOf, toast } from '../pages/staffPages.ts';
import type { Desk } from '../startDesk.ts';

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Simulates coming back to the page, as when the phone is unlocked. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const hasDocument = ({ uploadDoc }: { uploadDoc: unknown[] }) => uploadDoc.length > 0;

test('a ready document is found and saved, at 320 and 375 px', async ({ page, desk, accessible }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const order = await orderThat(desk, 'completedOrder', hasDocument);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));

  // Given the link from the mail
  await page.goto(`${desk.customers}/track-order/${order.order_id}`);
  await expect(page.getByLabel('Order ID')).toHaveValue(order.order_id);
  expect(await tooWide(page)).toBe(0);
  await accessible('the tracking page');

  // When the email is wrong, then right
  await page.getByLabel('Email ID').fill('somebody@example.com');
  await page.getByRole('button', { name: 'TRACK ORDER' }).tap();
  await expect(toast(page, 'We could not find that order.')).toBeVisible();
  await expectToastsCoverNothing(page);
  await track(page, order);

  // Then the page says that the document is ready, and the toast stays without covering anything
  await expect(heading(page, 'Your declaration is ready')).toBeFocused();
  await expect(toast(page, 'We found your order.')).toBeVisible();
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 640 });
    await expectToastsCoverNothing(page);
    expect(await tooWide(page)).toBe(0);
  }
  await accessible('the page of a ready order');
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('link', { name: 'Refund Policy' })).toBeVisible();

  // When they download the document
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download document' }).tap();
  expect((await (await download).failure()) ?? 'none').toBe('none');

  // Then the page says where the document is saved, and the history shows the download in the traveller's time zone
  await expect(page.getByText('Your document is saved.')).toBeVisible();
  await expect(page.getByRole('cell', { name: /your time/ }).first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/\bUTC\b|::1/);

  // And Back restores the email, which was never in a URL
  await page.goBack();
  await expect(page.getByLabel('Email ID')).toHaveValue(order.email);
  expect(addresses.filter((address) => address.includes('@') || address.includes('%40'))).toEqual([]);
});

test('an interrupted download shows advice, and the next press loads the whole document', async ({ page, desk }) => {
  const { order, document } = await withLargeDocument(desk);
  const network = await brokenNetwork(desk.customers);
  try {
    await page.goto(`${network.origin}/track-order/${order.order_id}`);
    await track(page, order);
    await expect(heading(page, 'Your declaration is ready')).toBeVisible();

    // When the network breaks during the download
    const cut = network.cutAfter(1_000_000);
    const broken = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download document' }).tap();
    await cut;
    const failure = (await broken).failure();
    await expect(page.getByText(/^Last updated at .* We couldn’t check again\./)).toBeVisible();
    await expect(page.getByText('If the download stops, press Download document again.')).toBeVisible();

    // And the network recovers
    network.mend();
    await expect(page.getByText(/^Last updated at .* We couldn’t check again\./)).toHaveCount(0);
    await expect(page.getByText('Your document is saved.')).toHaveCount(0);
    expect(await failure).not.toBeNull();

    // Then the next press downloads the whole document
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download document' }).tap();
    const saved = await readFile(await (await download).path());
    expect(saved.equals(document)).toBe(true);
    await expect(page.getByText('Your document is saved.')).toBeVisible();
  } finally {
    network.close();
  }
});

test('a download whose connection ends early is resumed, and counts once', async ({ page, desk }) => {
  const { order, document } = await withLargeDocument(desk);
  const downloads = async () => (await readOrder(desk, order.order_id)).downloadHistory.length;
  const before = await downloads();
  const network = await brokenNetwork(desk.customers);
  try {
    await page.goto(`${network.origin}/track-order/${order.order_id}`);
    await track(page, order);
    network.endAfter(1_000_000);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download document' }).tap();
    const saved = await readFile(await (await download).path());
    expect(saved.equals(document)).toBe(true);
    // Only the missing part was requested.
    expect(network.ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    await expect(page.getByText('Your document is saved.')).toBeVisible();
    expect(await downloads()).toBe(before + 1);
  } finally {
    network.close();
  }
});

test('a question is shown, answered with a photo, and seen by staff', async ({ page, browser, desk, accessible }) => {
  // Given a customer on the page of a new order
  const order = await orderThat(desk, 'newOrder');
  const orderId = order.order_id;
  await page.goto(`${desk.customers}/track-order/${orderId}`);
  await track(page, order);
  await expect(heading(page, 'We have your order')).toBeVisible();
  await accessible('the page of an order that is not finished');

  // When staff ask for something
  const tia = await memberOf(desk, 'Team');
  const question = 'We need a photo of your passport.\nThe page with your picture.';
  await tia(messageCalls.askCustomer, { orderId, question, updatingStatus: 'Awaiting' });

  // Then the page shows the question
  await lookAgain(page);
  await expect(heading(page, 'We need something from you')).toBeFocused();
  await expect(page.getByText('The page with your picture.').first()).toBeVisible();
  expect(await tooWide(page)).toBe(0);
  await accessible('the page of an order that waits for its customer');

  // When they send nothing, then choose a text file, then reload with half an answer
  const send = page.getByRole('button', { name: 'Send answer' });
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await send.tap();
  await expect(page.getByText('Write an answer or choose a document.')).toBeVisible();
  await answer.fill('Here it is');
  await page.getByTestId('answer-file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('none'),
  });
  await expect(page.getByText('TXT files are not accepted.')).toBeVisible();
  await accessible('an answer with a file that is not taken');
  await page.reload();
  await expect(answer).toHaveValue('Here it is');

  // And choose a picture, and send the answer
  await page.getByTestId('answer-file').setInputFiles({
    name: 'passport.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await send.tap();

  // Then a toast confirms the answer, and the page shows that it was received
  await expect(heading(page, 'We have your answer')).toBeFocused();
  await expect(toast(page, 'We’ve received your answer.')).toBeVisible();
  await expectToastsCoverNothing(page);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText(/^Received /)).toBeVisible();
  await expect(messages.getByText('passport.png')).toBeVisible();
  await accessible('the page of an order that was answered');

  // And staff see the answer in Messages and on the order, and reply
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const desktop = await context.newPage();
  await openOrderAs(desktop, desk, 'Team', orderId);
  await menuLink(desktop, 'Messages').click();
  await expect(rowOf(desktop, orderId)).toContainText('Here it is');
  await rowOf(desktop, orderId).getByRole('link', { name: /View/ }).click();
  await desktop.getByRole('link', { name: 'Customer message', exact: true }).click();
  const section = desktop.getByRole('region', { name: 'Customer Messages' });
  await section.getByRole('button', { name: 'Preview passport.png' }).click();
  const picture = section.getByRole('img', { name: 'Preview of passport.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await section.getByLabel('Message to the customer').fill('Thank you, that is all.');
  await desktop.keyboard.press('Control+Enter');
  await expect(desktop.getByRole('link', { name: 'Customer message', exact: true })).toHaveCount(0);
  expect((await readOrder(desk, orderId)).customer_wrote).toBe(false);

  // Then the customer sees, without scrolling, the reply and that their messages were read
  await page.getByRole('button', { name: 'Check again' }).tap();
  await expect(messages.getByText(/^Seen /)).toBeVisible();
  await expect(page.getByText('Thank you, that is all.')).toBeInViewport();
  await context.close();
});

test('the note about a failed check leaves once the network is back', async ({ page, desk }) => {
  const order = await orderThat(desk, 'priorityOrder');
  await page.goto(`${desk.customers}/track-order/${order.order_id}`);
  await track(page, order);
  await expect(heading(page, 'We have your order')).toBeVisible();
  const note = page.getByText(/^Last updated at .* We couldn’t check again\./);
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Check again' }).tap();
  await expect(note).toBeVisible();

  // While the phone is offline, the offline notice replaces the note, and stays in sight on a scrolled page.
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByText('You are offline.')).toBeInViewport();
  await expect(note).toHaveCount(0);
  await page.waitForTimeout(7_000);
  await page.unroute('**/api/**');

  // When the phone is online again, the note does not come back while the next check is pending
  const held = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/**');
  await page.context().setOffline(false);
  await asked;
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  expect(await note.count()).toBe(0);
  held.resolve();
  await expect(note).toHaveCount(0);
});

test('an expired token leads back to the form, filled in', async ({ page, desk }) => {
  const order = await orderThat(desk, 'awaitingGovt');
  const admin = await memberOf(desk, 'Admin');
  await page.goto(`${desk.customers}/track-order`);
  await track(page, order);
  await expect(heading(page, 'Your declaration is with the government')).toBeVisible();
  // Delete the order, because the API then refuses the token as if it had expired.
  await admin(orderCalls.changeStatus, {
    orderId: order.order_id,
    permanentDeletedFlag: false,
    updatingStatus: 'Deleted',
  });
  await lookAgain(page);
  await expect(page).toHaveURL(`${desk.customers}/track-order/${order.order_id}`);
  await expect(page.getByLabel('Email ID')).toHaveValue(order.email);
  await expect(page.getByRole('alert')).toBeVisible();
});

test('an expired download link leads back to the form, filled in', async ({ page, desk, accessible }) => {
  // Given a customer who downloaded their document, and finds the link in the browser's downloads
  const order = await orderThat(desk, 'completedOrder', hasDocument);
  await page.goto(`${desk.customers}/track-order/${order.order_id}`);
  await track(page, order);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download document' }).tap();
  const link = (await download).url();

  // When they open the expired link
  await page.goto(link.replace(/grant=.*/, 'grant=of-yesterday'));

  // Then the form, filled in with order and email, explains the redirect and leads to the document
  await expect(page).toHaveURL(`${desk.customers}/track-order/${order.order_id}?link=expired`);
  await expect(page.getByText('Your download link has expired.')).toBeVisible();
  await expect(page.getByLabel('Order ID')).toHaveValue(order.order_id);
  await expect(page.getByLabel('Email ID')).toHaveValue(order.email);
  expect(await tooWide(page)).toBe(0);
  await accessible('the form that an expired link leads to');
  await page.getByRole('button', { name: 'TRACK ORDER' }).tap();
  await expect(page.getByRole('button', { name: 'Download document' })).toBeVisible();
});

test.describe('an answer whose response was lost', () => {
  test.use({ expectedNoise: [/Failed to load resource: net::ERR_FAILED/] });

  test('is one message if sent again after a reload', async ({ page, desk }) => {
    // Given an order that waits for its customer, and a network that loses the response to their message
    const order = await orderThat(desk, 'futureOrder');
    const tia = await memberOf(desk, 'Team');
    await tia(messageCalls.askCustomer, {
      orderId: order.order_id,
      question: 'Which passport?',
      updatingStatus: 'Awaiting',
    });
    await page.goto(`${desk.customers}/track-order/${order.order_id}`);
    await track(page, order);
    const sent = `**/api${customerCalls.sendMessage.path}`;
    await page.route(sent, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.fill('The new one');
    await page.getByRole('button', { name: 'Send answer' }).tap();
    await expect(page.getByRole('alert').filter({ hasText: 'The server didn’t respond.' })).toBeVisible();

    // When they reload the page and send the message again
    await page.unroute(sent);
    await page.reload();
    await expect(answer).toHaveValue('The new one');
    await page.getByRole('button', { name: 'Send answer' }).tap();

    // Then the message was received once
    await expect(toast(page, 'We’ve received your answer.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add something to your answer' })).toBeVisible();
    await expect(page.getByText('You wrote')).toHaveCount(1);
    expect((await readOrder(desk, order.order_id)).customerMessages).toHaveLength(2);
  });
});

test('the pages work with large text, in the dark theme, and from right to left', async ({
  page,
  desk,
  accessible,
}) => {
  const order = await orderThat(desk, 'completedOrder', hasDocument);
  /** Checks the current page as it is, with large text, and from right to left. */
  const inEachShape = async (what: string) => {
    await accessible(`${what} in the dark`);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect(await tooWide(page)).toBe(0);
    await accessible(`${what} with letters twice as large`);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
      document.documentElement.dir = 'rtl';
    });
    expect(await tooWide(page)).toBe(0);
    await accessible(`${what} from right to left`);
    const brand = (await page.getByRole('link', { name: 'New Zealand Travel Declaration' }).boundingBox())!;
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) expect((await menu.boundingBox())!.x).toBeLessThan(brand.x);
    await page.evaluate(() => (document.documentElement.dir = ''));
  };
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${desk.customers}/track-order/${order.order_id}`);
  await expect(page.getByLabel('Order ID')).toHaveValue(order.order_id);
  await inEachShape('the tracking page');
  await page.getByRole('button', { name: 'TRACK ORDER' }).tap();
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await inEachShape('the tracking page with an error');
  await track(page, order);
  await expect(heading(page, 'Your declaration is ready')).toBeVisible();
  await inEachShape('a ready order');
});

test('the pages work inside the shell too', async ({ page, desk }) => {
  const order = await orderThat(desk, 'completedOrder', hasDocument);
  await page.goto(`${desk.staff}/track-order/${order.order_id}`);
  await track(page, order);
  await expect(heading(page, 'Your declaration is ready')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download document' }).tap();
  expect((await (await download).failure()) ?? 'none').toBe('none');
  await expect(page.getByText('Your document is saved.')).toBeVisible();
});

/** An order with a document that is larger than a connection's buffers. */
async function withLargeDocument(desk: Desk) {
  const order = await orderThat(desk, 'completedOrder', hasDocument);
  const pdf = makePdf('A declaration');
  const ending = pdf.subarray(pdf.lastIndexOf('startxref'));
  const document = Buffer.concat([pdf, Buffer.from(`\n%${'x'.repeat(16_000_000)}\n`), ending]);
  await uploadDocument(desk, order, document);
  return { order, document };
}

/** Expects that no toast covers the page's content. */
async function expectToastsCoverNothing(page: Page) {
  const covered = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[aria-label=Notifications] > *')].map((one) =>
      one.getBoundingClientRect(),
    );
    const others = [
      ...document.querySelectorAll('header a, header button, main h1, main p, main a, main button, main input'),
    ];
    return others
      .filter((other) => {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        return boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
      })
      .map((other) => other.textContent);
  });
  expect(covered).toEqual([]);
}

test.use({
  expectedNoise: [
    /status of (404|401)|ERR_(INTERNET_DISCONNECTED|CONNECTION|SOCKET|EMPTY_RESPONSE|INCOMPLETE|NETWORK)/,
  ],
});
