/** How many scripts a page loads and how many bytes they are. They are the same each time: one visitor. */
import type { Line } from '../report.ts';
import { bytesOf, kilobytes, scriptsOf, type Script } from '../../e2e/pages/scriptsOf.ts';
import { listAndOrder } from '../../e2e/pages/listAndOrder.ts';
import type { Visit } from './visit.ts';
import { newVisitor, sessionOn } from './visitors.ts';
import { firstSeen, seenAfter } from './watchFrames.ts';

export async function bytes({ browser, session, places }: Visit): Promise<Line[]> {
  const { list, order } = await newVisitor(browser, { session }, async (page) => {
    const loaded = await scriptsOf(page, async () => {
      await page.goto(places.list);
      await firstSeen(page, 'row');
      // Until the list has loaded ahead what it will.
      await page.waitForTimeout(2_000);
    });
    const opened = await scriptsOf(page, async () => {
      await seenAfter(page, { click: 'main [role=row][data-id] a[href^="/admin/view-order/"]' }, { thing: 'order' });
      await page.waitForTimeout(2_000);
    });
    return listAndOrder(loaded, opened);
  });
  const plain = await newVisitor(browser, { session: sessionOn(places.plainList, session) }, (page) =>
    scriptsOf(page, async () => {
      await page.goto(places.plainList);
      await firstSeen(page, 'row');
    }),
  );
  const signIn = await newVisitor(browser, {}, (page) =>
    scriptsOf(page, async () => {
      await page.goto(places.signIn);
      await firstSeen(page, 'form');
    }),
  );
  const publicPage = await newVisitor(browser, {}, (page) =>
    scriptsOf(page, async () => {
      await page.goto(places.publicPage);
      await page.getByText('TRACK ORDER').first().waitFor();
    }),
  );
  return [
    { what: 'Scripts of a list, signed in already', figure: `${list.length}`, aim: '≤ 20' },
    line('JavaScript of a list, signed in already', list, '≤ 450 KB'),
    line('The floor: JavaScript of the list as one plain bundle', plain),
    {
      ...line('JavaScript of an order opened from it, beyond the list’s', order, '≤ 64 KB'),
      spread: `gzip, ${order.length} files; ${kilobytes(bytesOf([...list, ...order]))} with the list`,
    },
    line('JavaScript of the sign-in page', signIn, '≤ 265 KB'),
    line('JavaScript of the public tracking page', publicPage, '≤ 106 KB'),
  ];
}

const line = (what: string, scripts: readonly Script[], aim?: string): Line => ({
  what,
  figure: kilobytes(bytesOf(scripts)),
  spread: `gzip, ${scripts.length} files`,
  aim,
});
