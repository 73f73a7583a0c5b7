/** Defence packs from the dispute to the PDF, by keyboard, on paper and on a phone. */
import { readFile } from 'node:fs/promises';
import { defencePackCalls, type PackLetter } from 'shared/api/defencePackCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { Page } from '@playwright/test';
import { requestProduct, signInTo } from '../../api/testing/callProduct.ts';
import { expect, test } from '../journey.ts';
import { memberOf } from '../pages/callApi.ts';
import { expectOrder, openOrderAs, orderThat } from '../pages/orderPages.ts';
import { pdfPages, withoutSpaces } from '../pages/pdfPages.ts';
import { setPdfViewer } from '../pages/pdfViewer.ts';
import { menuLink, signIn, toast } from '../pages/staffPages.ts';

test.use({
  // These journeys change orders, so they need their own desk. Playwright starts one because this setting is unique.
  deskSettings: { MAIL_DELAY_S: '1' },
  expectedNoise: [/status of 409/],
});

const evidence = (page: Page) => page.getByRole('region', { name: 'Dispute evidence' });
const disputes = (page: Page) => page.getByRole('region', { name: 'Disputes to respond to' });
const pack = (page: Page, type: 1 | 2) => page.getByRole('dialog', { name: `Defence Pack ${type}` });
const sheet = (page: Page) => page.getByRole('dialog').getByRole('article');

/** Presses a button by keyboard. */
async function press(page: Page, name: string | RegExp, where = page.getByRole('main')) {
  await where.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

test('a dispute is answered by keyboard alone, from Charge Back to transaction details and PDF', async ({
  page,
  desk,
  accessible,
}) => {
  // Given a browser that shows PDFs, and a member who opens Charge Back
  await setPdfViewer(page, true);
  await signIn(page, desk, 'Team');
  await menuLink(page, 'Charge Back').press('Enter');

  // Then the most urgent dispute is at the top, with the readiness of both packs
  const rows = disputes(page).getByRole('row');
  await expect(rows.nth(1)).toContainText(/\d+ days? (left|over)|Last day/);
  await expect(rows.nth(1).getByText(/^(Ready|Enough to send|Not useful yet)$/)).toHaveCount(2);
  await accessible('the disputes over Charge Back');

  // When they open that order
  const link = rows.nth(1).getByRole('link');
  const orderId = await link.innerText();
  await link.press('Enter');
  await expectOrder(page, orderId);

  // Then the Evidence section says how many days are left, and how useful each pack is
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Evidence' }).press('Enter');
  await expect(evidence(page)).toContainText(/to respond to this dispute|the response was due by/);
  await expect(evidence(page).getByText(/^(Ready|Enough to send|Not useful yet)$/)).toHaveCount(2);
  await accessible('an order with evidence');

  // When they enter the transaction's details, first without the merchant
  await press(page, 'Enter Transaction Details', evidence(page));
  const id = page.getByRole('textbox', { name: 'Transaction ID' });
  const merchant = page.getByRole('textbox', { name: 'Merchant name' });
  await expect(id).toBeFocused();
  await id.fill('txn_JOURNEY_1');
  await merchant.fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter your Merchant Name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(id).toHaveValue('txn_JOURNEY_1');
  await accessible('the transaction’s details');
  await merchant.fill('Ngāti Travel تجارة 商店');
  await page.keyboard.press('Enter');

  // Then a toast appears, the focus is back on the button, and Order Details show the ID and the merchant
  await expect(toast(page, /\S/).first()).toBeVisible();
  await expect(evidence(page).getByRole('button', { name: 'Enter Transaction Details' })).toBeFocused();
  const details = page.getByRole('region', { name: 'Order Details' });
  await expect(details).toContainText('txn_JOURNEY_1');
  await expect(details).toContainText('Ngāti Travel تجارة 商店');

  // When they open the first pack, and its PDF
  await press(page, 'Defence Pack 1', evidence(page));
  await expect(sheet(page)).toContainText('txn_JOURNEY_1');
  await expect(pack(page, 1)).toContainText('Not created yet.');
  await accessible('a defence pack');
  const [opened] = await Promise.all([page.context().waitForEvent('page'), press(page, 'Open PDF', pack(page, 1))]);
  await opened.close();

  // Then the dialog says who made the pack, and Esc closes the dialog and returns the focus to the button
  await expect(pack(page, 1)).toContainText('by Tia Team.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(evidence(page).getByRole('button', { name: 'Defence Pack 1' })).toBeFocused();
});

test('each pack’s letter prints as one A4 page with exactly the texts of the PDF', async ({ page, desk }) => {
  const { order_id: orderId } = await orderThat(desk, 'chargeBack');
  await openOrderAs(page, desk, 'Manager', orderId);
  await page.setViewportSize({ width: 1280, height: 900 });
  const token = await signInTo(desk.staff, 'Manager');
  for (const defencePackType of [1, 2] as const) {
    // Given a letter on the screen
    const said = page.waitForResponse(/defence-pack-letter/);
    await press(page, `Defence Pack ${defencePackType}`, evidence(page));
    const letter = ((await (await said).json()) as { data: PackLetter }).data;
    await expect(sheet(page)).toBeVisible();

    // And the letter is in the PDF's font, so that lines break at the same places
    await expect.poll(() => page.evaluate(() => document.fonts.check('9pt "Noto Sans Variable"'))).toBe(true);
    await expect(sheet(page)).toHaveCSS('font-family', /^"Noto Sans Variable"/);

    // When the letter is printed
    const printed = await pdfPages(await page.pdf({ preferCSSPageSize: true }));

    // Then the result is one A4 page with the letter's text and nothing else
    expect(printed).toHaveLength(1);
    expect(printed[0]!.width).toBeCloseTo(595, -1);
    expect(printed[0]!.height).toBeCloseTo(842, -1);
    for (const text of textsOf(letter)) expect(printed[0]!.text).toContain(withoutSpaces(text));
    expect(printed[0]!.text).toHaveLength(withoutSpaces(textsOf(letter).join('')).length);

    // And the first page of the PDF has the same text, except for its time and hash
    const answer = await requestProduct(desk.staff, defencePackCalls.packPdf, { orderId, defencePackType }, { token });
    const [first] = await pdfPages(new Uint8Array(await answer.arrayBuffer()));
    const bare = (text: string) =>
      lettersOf(text.replace(/Made.*records/, '').replace(/(Lasthash\D*?:).*?(Page1of|$)/, '$2'));
    for (const text of bodyOf(letter)) expect(first!.text).toContain(withoutSpaces(text));
    expect(bare(first!.text)).toBe(bare(printed[0]!.text));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

/** The sheet's texts, in order. */
function textsOf(letter: PackLetter): string[] {
  const { pack: which, made, page, hash } = letter.foot;
  return [...bodyOf(letter), which, made, page, hash];
}

/** The sheet's texts without the foot. */
function bodyOf({
  kind,
  title,
  order_id,
  facts,
  summary,
  timelineTitle,
  timeline,
  folded,
  exhibits,
}: PackLetter): string[] {
  return [
    ...[kind, title, 'Order', order_id, 'Dispute', ...facts.flatMap(({ label, said }) => [label, said])],
    ...['Summary', ...summary.flatMap((sentence, at) => [`${at + 1}.`, sentence])],
    ...[timelineTitle, 'When', 'What happened', 'Recorded by', 'Exhibit'],
    ...timeline.flatMap(({ when, what, recordedBy, exhibit }) => [when, what, recordedBy, exhibit ?? '']),
    ...[folded ?? '', 'Exhibits', 'Letter', 'What it shows', 'Pages'],
    ...exhibits.flatMap(({ letter, title, from, to }) => [
      letter,
      title,
      from === to ? `page ${from}` : `pages ${from} to ${to}`,
    ]),
  ];
}

const lettersOf = (text: string) => [...text].toSorted().join('');

test('a blocked window or a failed PDF shows what to do next', async ({ page, desk }) => {
  const { order_id: orderId } = await orderThat(desk, 'chargeBack');
  await setPdfViewer(page, true);
  await page.addInitScript(() => (window.open = () => null));
  await openOrderAs(page, desk, 'Manager', orderId);
  await press(page, 'Defence Pack 2', evidence(page));
  await press(page, 'Open PDF', pack(page, 2));
  const link = pack(page, 2).getByRole('link', { name: 'open the PDF here' });
  await expect(link).toHaveAttribute('href', /^blob:/);

  // When the order moves to a status without packs
  const admin = await memberOf(desk, 'Admin');
  await admin(orderCalls.move, { orderId, updatingStatus: 'Awaiting' });
  await press(page, 'Open PDF', pack(page, 2));
  await expect(
    pack(page, 2).getByText(
      /^The PDF was not created\. Defence packs are for orders that are .*\. This one is Awaiting Customer\.$/,
    ),
  ).toBeVisible();
  await admin(orderCalls.move, { orderId, updatingStatus: 'ChargeBack' });
  await press(page, 'Retry', pack(page, 2));
  await expect(link).toBeVisible();
});

test('on a phone without a PDF viewer, a pack shows evidence and PDF, and nothing scrolls sideways', async ({
  page,
  desk,
  accessible,
}) => {
  await setPdfViewer(page, false);
  await page.setViewportSize({ width: 375, height: 812 });
  const { order_id: orderId } = await orderThat(desk, 'chargeBack');
  await openOrderAs(page, desk, 'Night Staff', orderId);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await evidence(page).scrollIntoViewIfNeeded();
    await expect(evidence(page).getByText(/^(Ready|Enough to send|Not useful yet)$/)).toHaveCount(2);
    expect(await width()).toBe(375);
    await press(page, 'Defence Pack 1', evidence(page));
    await expect(pack(page, 1).getByRole('heading', { name: 'Exhibits' })).toBeVisible();
    // A browser without a PDF viewer downloads the PDF, and the page says so
    const begun = page.waitForEvent('download');
    await press(page, 'Download PDF', pack(page, 1));
    const download = await begun;
    expect(download.suggestedFilename()).toBe(`Defence Pack 1 ${orderId}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(pack(page, 1).getByText(/so the PDF was downloaded/)).toBeVisible();
    await expect(pack(page, 1).getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(sheet(page)).toBeHidden();
    expect(await width()).toBe(375);
    await accessible(`a pack on a phone, ${colorScheme}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(`${desk.staff}/admin/chargeback`);
  await expect(disputes(page).getByRole('row').nth(1)).toBeVisible();
  expect(await width()).toBe(375);
  await accessible('the disputes on a phone, dark');
});

test('an order in a status without packs loads none of their code', async ({ page, desk }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { order_id: orderId } = await orderThat(desk, 'newOrder');
  await openOrderAs(page, desk, 'Admin', orderId);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((address) => /defence-pack/.test(address))).toEqual([]);
});
