/**
 * The letters as they look, held against kept pictures. What differs between machines is taken out first: the font is the
 * house's own in place of the system's, and the window has one size. What remains, how a version of Chromium draws the edges
 * of letters, is far below the tolerance; a word, a colour of a surface or a box that moved is above it.
 * After a change that is meant: `npm test -w e2e -- mailPictures --update-snapshots`, and look at each.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { layOutMail } from '../../api/mail/layOutMail.ts';
import { mailText } from '../../api/mail/mailText.ts';

const font = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
).toString('base64');
const oneFont = `
  @font-face { font-family: Letters; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
  * { font-family: Letters !important }`;

const domains = ['declaration.example.com', 'arrival-card.example.net'];
const kinds = ['approval', 'refund', 'invoice'] as const;

interface Letter {
  kind?: (typeof kinds)[number];
  domain?: string;
}

async function show(page: Page, { kind = 'approval', domain = domains[0]! }: Letter = {}) {
  const order = { orderId: '100471', firstName: 'Siobhán', landingDomain: domain };
  const text = mailText(kind, order, { publicUrl: 'https://track.example.com', attached: kind === 'approval' });
  await page.setContent(layOutMail(text).html);
  await page.addStyleTag({ content: oneFont });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

test.use({ viewport: { width: 640, height: 560 }, deviceScaleFactor: 1 });

for (const kind of kinds) {
  for (const domain of domains) {
    test(`${kind} of ${domain}`, async ({ page }) => {
      await show(page, { kind, domain });
      await expect(page).toHaveScreenshot(['letters', `${kind}-${domain}.png`]);
    });
  }
}

test('a letter on a phone fits its width', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 640 });
  await show(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await expect(page).toHaveScreenshot(['letters', 'approval-phone.png']);
});

test('a letter in a dark theme is dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await show(page);
  await expect(page).toHaveScreenshot(['letters', 'approval-dark.png']);
});
