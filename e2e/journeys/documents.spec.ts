/** A document on the order page is checked, previewed, confirmed and sent. */
import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { makePdf } from '../pages/makePdf.ts';
import { setPdfViewer } from '../pages/pdfViewer.ts';
import { openList, signIn } from '../pages/staffPages.ts';

const others = {
  name: 'declaration.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf('Passport number: ZZ9999999 of Nobody'),
};
const picture = {
  name: 'stamp.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('a document is checked when chosen, previewed, and confirmed before it is sent', async ({
  page,
  desk,
  accessible,
}) => {
  // Given a browser that shows PDFs, and an order page
  await setPdfViewer(page, true);
  await signIn(page, desk, 'Team');
  await openList(page, 'Contact Customer');
  await page.getByRole('row').nth(1).getByRole('link', { name: /View/ }).click();
  await expect(page.getByRole('button', { name: 'Upload a document' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Upload Document' })).toHaveCount(0);

  // When somebody chooses a file that only claims to be a PDF
  await page.keyboard.press('d');
  const form = page.getByRole('form', { name: 'Upload Document' });
  await expect(form.getByRole('button', { name: /Choose a file/ })).toBeFocused();
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('PK\x03\x04') });

  // Then the form says so at once
  await expect(form.getByText('This file says it is a PDF but is not. Choose a PDF or an image.')).toBeVisible();
  await accessible('the upload form with a refused file');

  // When they choose a picture and then a PDF, the page shows each
  await form.getByRole('button', { name: 'Remove' }).click();
  await picker.setInputFiles(picture);
  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = page.getByRole('img', { name: 'Preview of stamp.png' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await picker.setInputFiles(others);
  await expect(form.getByText('declaration.pdf')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('src', /^blob:/);

  // When they send another person's document
  const arrived = Promise.withResolvers<void>();
  const hold = async (route: Route) => arrived.promise.then(() => route.continue());
  await page.route('**/upload-visa-document', hold, { times: 1 });
  const height = async () => (await form.boundingBox())?.height;
  const before = await height();
  await form.getByRole('button', { name: 'Upload and send' }).click();

  // Then the form keeps its height while the document is sent, so that the pressed button stays in place
  await expect(form.getByRole('progressbar')).toBeVisible();
  expect(await height()).toBe(before);
  arrived.resolve();

  // Then a dialog asks for confirmation, and Cancel keeps the file
  const question = page.getByRole('alertdialog', { name: 'This may be someone else’s document' });
  await expect(question.getByRole('row', { name: /^Surname not found/ })).toBeVisible();
  await accessible('the question');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByText('declaration.pdf')).toBeVisible();

  // When they send it anyway
  await form.getByRole('button', { name: 'Upload and send' }).click();
  await question.getByRole('button', { name: 'Send it anyway' }).click();

  // Then the form closes, and a preview of the sent document requests the file once
  await expect(form).toHaveCount(0);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads/visaDocs/')) fetched.push(request.method());
  });
  await page.getByRole('button', { name: 'Preview declaration.pdf' }).click();
  await expect(page.getByTitle('Preview of declaration.pdf')).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => page.frames().length).toBe(2);
  expect(fetched).toEqual(['GET']);
});

test('a browser without a PDF viewer offers a download instead of the preview', async ({ page, desk, accessible }) => {
  await setPdfViewer(page, false);
  await signIn(page, desk, 'Team');
  await openList(page, 'Completed Orders');
  await page.getByRole('row').nth(1).getByRole('link', { name: /View/ }).click();
  await page.getByRole('button', { name: 'Upload a document' }).click();
  await page
    .getByRole('button', { name: /^Preview .*\.pdf$/ })
    .first()
    .click();
  const preview = page.getByRole('group', { name: /^Preview of/ });
  await expect(preview.getByText('This browser can’t preview this file.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await accessible('a document that cannot be previewed');
  const begun = page.waitForEvent('download');
  await preview.getByRole('link', { name: 'Download' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
test.use({ expectedNoise: [/status of 409/] });
