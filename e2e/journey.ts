/** What every journey starts from: a desk of its own for the file, and a page that must stay without errors. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { foreignFiles } from './foreignFiles.ts';
import { startDesk, type Desk } from './startDesk.ts';

interface Fixtures {
  /** Console messages that the journey means to cause; every other error or warning fails it. */
  expectedNoise: RegExp[];
  quietPage: void;
  broughtOnly: void;
  /** Checks the page as it stands against WCAG 2.2 AA. */
  accessible: (what: string) => Promise<void>;
}

export const test = base.extend<Fixtures, { desk: Desk; deskSettings: Record<string, string> }>({
  deskSettings: [{}, { scope: 'worker', option: true }],
  desk: [
    async ({ deskSettings }, use) => {
      const desk = await startDesk(deskSettings, { prepared: true });
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  expectedNoise: [[], { option: true }],
  quietPage: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = [];
      const listen = (page: Page) => {
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning')
            noise.push(`${message.type()}: ${message.text()}`);
        });
        page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
      };
      context.pages().forEach(listen);
      context.on('page', listen);
      await use();
      expect(
        noise.filter((line) => !expectedNoise.some((expected) => expected.test(line))),
        'console errors and warnings',
      ).toEqual([]);
    },
    { auto: true },
  ],
  // A gate that reads what a machine happens to have would pass on that machine alone.
  broughtOnly: [
    async ({ browser: _ }, use) => {
      await use();
      if (!process.env.CHROMIUM_PATH) expect(await foreignFiles(), 'browsers and fonts of the machine').toEqual([]);
    },
    { auto: true },
  ],
  accessible: async ({ page }, use) => {
    // Asked again: a toast that is fading away has too little contrast for a moment, a real fault stays.
    await use((what) =>
      expect.poll(() => violations(page), { message: `axe on ${what}`, timeout: 30_000 }).toEqual([]),
    );
  },
});

/** What axe finds on a page against WCAG 2.2 AA, a line each. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // In one go: else each look opens a page of its own to sum up what the frames say, and no page here has frames.
    .setLegacyMode()
    .analyze();
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join('; ')})`,
  );
}

export { expect };
