/** The layout of mails in a browser, light and dark, on a wide screen and on a phone. */
import { mailKinds } from 'shared/api/orderDetails';
import type { Page } from '@playwright/test';
import { layOutMail } from '../../api/mail/templates/letter.ts';
import { mailText } from '../../api/mail/templates/mailText.ts';
import { expect, test, violations } from '../journey.ts';

const domains = ['declaration.example.com', 'arrival-card.example.net'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`letters in a ${colorScheme} theme fit any width, cut nothing off and can be read`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const kind of mailKinds) {
      for (const landingDomain of domains) {
        const order = { orderId: '100471', firstName: 'Siobhán', landingDomain, refund: null };
        const text = mailText(kind, order, { publicUrl: 'https://track.example.com', attached: true });
        await page.setContent(layOutMail(text).html);
        for (const width of [640, 375]) {
          await page.setViewportSize({ width, height: 800 });
          const { parts, paper, button, scrollWidth, brightness } = await layoutOf(page);
          const what = `${kind} of ${landingDomain}, ${width} px`;
          expect(scrollWidth, what).toBe(width);
          // Brand, heading, paragraphs, button and foot are below one another, and none is cut off.
          expect(parts.length, what).toBeGreaterThan(4);
          for (const [at, part] of parts.entries()) {
            expect(part, what).toMatchObject({ cutOff: false });
            expect(part.top, what).toBeGreaterThanOrEqual(parts[at - 1]?.bottom ?? 0);
          }
          // The letter's box (`.paper`) is between brand and foot, centred horizontally, and contains the other parts.
          expect(paper.top, what).toBeGreaterThanOrEqual(parts[0]!.bottom);
          expect(paper.bottom, what).toBeLessThanOrEqual(parts.at(-1)!.top);
          expect(paper.left, what).toBeCloseTo(width - paper.right, 0);
          for (const part of parts.slice(1, -1)) {
            expect(part.left, what).toBeGreaterThan(paper.left);
            expect(part.right, what).toBeLessThan(paper.right);
          }
          expect(button.bottom - button.top, what).toBeGreaterThanOrEqual(40);
          if (colorScheme === 'dark') expect(brightness, what).toBeLessThan(64);
          else expect(brightness, what).toBeGreaterThan(192);
        }
        expect(await violations(page), `axe on ${kind} of ${landingDomain}`).toEqual([]);
      }
    }
  });
}

/** Positions of a letter's parts, and the brightness of its page from 0 to 255. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const cutOff = element.scrollWidth > Math.ceil(right - left) || left < 0 || right > window.innerWidth;
      return { top, bottom, left, right, cutOff };
    };
    const channels = getComputedStyle(document.querySelector('.page')!).backgroundColor.match(/\d+/g)!.slice(0, 3);
    return {
      parts: Array.from(document.querySelectorAll('.words, .button, .small'), boxOf),
      paper: boxOf(document.querySelector('.paper')!),
      button: boxOf(document.querySelector('.button')!),
      scrollWidth: document.documentElement.scrollWidth,
      brightness: channels.reduce((sum, channel) => sum + Number(channel), 0) / 3,
    };
  });
