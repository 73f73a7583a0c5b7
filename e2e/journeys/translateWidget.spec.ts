/** The translate widget, a third-party script, runs on the customers' own site but never where staff sign in. */
import type { Route } from '@playwright/test';
import { wireServer } from '../../api/testing/mail/wireServer.ts';
import { expect, test as base } from '../journey.ts';
import { orderThat } from '../pages/orderPages.ts';
import { signIn, toast } from '../pages/staffPages.ts';

/** Imitates Google's element, and then tries to read the session like a malicious script. */
const script = `
  window.google = { translate: { TranslateElement: class {
    constructor(_options, placeId) { document.getElementById(placeId).append(document.createElement('select')); }
  } } };
  window.readByThirdParty = localStorage.getItem('user');
  window.googleTranslateElementInit();`;

type ThirdParty = Awaited<ReturnType<typeof wireServer>>;

const test = base.extend<object, { thirdParty: ThirdParty }>({
  thirdParty: [
    async ({}, use) => {
      const server = await wireServer(() => ({
        status: 200,
        headers: { 'Content-Type': 'text/javascript', 'Cross-Origin-Resource-Policy': 'cross-origin' },
        body: script,
      }));
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  deskSettings: [
    async ({ thirdParty }, use) => use({ TRANSLATE_SCRIPT_URL: `${thirdParty.endpoint}/element.js` }),
    { scope: 'worker' },
  ],
});

test('on the staff origin the widget is never requested, not even by customer pages in the shell', async ({
  page,
  desk,
  thirdParty,
}) => {
  await signIn(page, desk, 'Manager');
  await page.goto(`${desk.staff}/track-order/1`);
  await expect(page.getByRole('heading', { name: 'Track your order' })).toBeVisible();
  // Even a page that contains the script's URL does not load the script.
  await page.addInitScript((address) => {
    document.addEventListener('readystatechange', () => {
      if (document.querySelector('meta[name=translate-script]')) return;
      const meta = document.createElement('meta');
      meta.name = 'translate-script';
      meta.content = address;
      document.head.append(meta);
    });
  }, `${thirdParty.endpoint}/element.js`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Track your order' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('meta[name=translate-script]').count()).toBe(1);
  expect(thirdParty.requests.map(({ path }) => path)).toEqual([]);
  await expect(page.getByText('Language', { exact: true })).toHaveCount(0);
});

test('on the customers’ site the widget fills the language line, and finds no session to read', async ({
  page,
  desk,
  thirdParty,
}) => {
  await signIn(page, desk, 'Manager');
  await page.goto(`${desk.customers}/track-order/1`);
  await expect(page.getByText('Language', { exact: true })).toBeVisible();
  expect(thirdParty.requests.map(({ path }) => path)).toEqual(['/element.js']);
  expect(await page.evaluate(() => (window as { readByThirdParty?: string | null }).readByThirdParty)).toBeNull();
});

test.describe('after a wrong email', () => {
  test.use({ expectedNoise: [/status of 404/] });

  test('the toast does not cover the language on a wide screen', async ({ page, desk }) => {
    await page.goto(`${desk.customers}/track-order/1`);
    await page.getByLabel('Email ID').fill('somebody@example.com');
    await page.getByRole('button', { name: 'TRACK ORDER' }).click();
    await expect(toast(page, 'We could not find that order.')).toBeVisible();
    await page.getByRole('combobox').click({ trial: true });
  });
});

test.describe('an unavailable widget', () => {
  // Only the browser's own message is expected. One from the page would fail the journey.
  test.use({ expectedNoise: [/^error: Failed to load resource: net::ERR_CONNECTION_REFUSED$/] });

  const ways = {
    'as a server that refuses': (route: Route) => route.abort('connectionrefused'),
    'as a server that never answers': () => undefined,
  };
  for (const [way, answer] of Object.entries(ways)) {
    test(`${way}, does not affect the customers’ site`, async ({ page, desk, thirdParty }) => {
      const order = await orderThat(desk, 'completedOrder', ({ uploadDoc }) => uploadDoc.length > 0);
      const asked: string[] = [];
      await page.route(`${thirdParty.endpoint}/**`, (route) => {
        asked.push(new URL(route.request().url()).pathname);
        return answer(route);
      });
      await page.goto(`${desk.customers}/track-order/${order.order_id}`, { waitUntil: 'commit' });
      await page.getByLabel('Email ID').fill(order.email);
      await page.getByRole('button', { name: 'TRACK ORDER' }).click();
      await expect(page.getByRole('heading', { name: 'Your declaration is ready' })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download document' }).click();
      expect(await (await download).failure()).toBeNull();
      await expect(page.getByText('Your document is saved.')).toBeVisible();
      await expect(page.getByText('Language', { exact: true })).toBeHidden();
      expect(asked).toEqual(['/element.js']);
    });
  }
});
