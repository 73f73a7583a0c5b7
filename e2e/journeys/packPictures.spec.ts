/**
 * The defence packs as they look on paper, held against kept pictures. Fonts are embedded and pdf.js draws the pages, so
 * that nothing is the machine's but how Chromium draws an edge.
 * After a change that is meant: `npm test -w e2e -- packPictures --update-snapshots`, and look at each.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { packPdf } from '../../api/defence-packs/packPdf.ts';
import { demoPdf } from '../../api/demo/demoPdf.ts';
import { manyRecords, ordinary, packSourcesOf } from '../../api/testing/packSourcesOf.ts';

const pdfjs = readFileSync(new URL('pdfjs.mjs', import.meta.resolve('unpdf')), 'utf8');
const document = { contentType: 'application/pdf', bytes: demoPdf(['New Zealand Travel Declaration', 'Order 100128']) };
const many = manyRecords(100, 500);
const arabic = { fullName: 'محمد بن عبد الله', merchantName: '欧阳小明' };

/** What is shown of each pack: its name, what it is of, and which of its pages. */
const packs = [
  ['pack-1', packSourcesOf(1), [1, 2, 3, 6]],
  ['pack-2', packSourcesOf(2), [1, 3, 4]],
  ['pack-1-many', packSourcesOf(1, many), [3]],
  ['pack-2-many', packSourcesOf(2, many), [1, 4]],
  ['pack-1-scripts', packSourcesOf(1, ordinary, { order: arabic }), [1]],
] as const;

test.use({ viewport: { width: 794, height: 1123 }, deviceScaleFactor: 1 });

async function show(page: Page, pdf: Buffer, number: number) {
  await page.evaluate(
    async ([bytes, wanted]) => {
      const { getDocument } = await import('/pdfjs.mjs' as string);
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      const opened = await (await getDocument({ data }).promise).getPage(wanted);
      const viewport = opened.getViewport({ scale: 96 / 72 });
      const canvas = window.document.createElement('canvas');
      Object.assign(canvas, { width: viewport.width, height: viewport.height });
      await opened.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
      window.document.body.replaceChildren(canvas);
    },
    [pdf.toString('base64'), number] as const,
  );
}

for (const [name, sources, numbers] of packs) {
  test(`${name} looks as it did`, async ({ page }) => {
    const { bytes } = await packPdf(sources, document);
    await page.route('**/*', (route) =>
      route.request().url().endsWith('/pdfjs.mjs')
        ? route.fulfill({ contentType: 'text/javascript', body: pdfjs })
        : route.fulfill({ contentType: 'text/html', body: '<body style="margin: 0">' }),
    );
    await page.goto('http://packs.test/');
    for (const number of numbers) {
      await show(page, bytes, number);
      await expect(page).toHaveScreenshot(['packs', `${name}-page-${number}.png`]);
    }
  });
}
