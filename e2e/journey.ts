/** The fixtures of journeys. Each worker has its own desk, and pages must log no errors or warnings. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { foreignFiles } from './foreignFiles.ts';
import { startDesk, type Desk } from './startDesk.ts';

interface Fixtures {
  /** Console messages that the journey causes on purpose. Every other error or warning fails the journey. */
  expectedNoise: RegExp[];
  /**
   * Whether an unused preload fails the journey. On a busy machine, Chromium also warns about preloads that are used
   * late.
   */
  checksPreloads: boolean;
  quietPage: void;
  broughtOnly: void;
  /** Checks the current page against WCAG 2.2 AA. */
  accessible: (what: string) => Promise<void>;
}

const unusedPreload = /was preloaded using link preload but not used within a few seconds/;

export const test = base.extend<Fixtures, { desk: Desk; deskSettings: Record<string, string> }>({
  deskSettings: [{}, { scope: 'worker', option: true }],
  desk: [
    async ({ deskSettings }, use) => {
      const desk = await startDesk(deskSettings, { prepared: true });
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  expectedNoise: [[], { option: true }],
  checksPreloads: [false, { option: true }],
  quietPage: [
    async ({ context, expectedNoise, checksPreloads }, use) => {
      const noise: string[] = [];
      const expectedToo = checksPreloads ? expectedNoise : [...expectedNoise, unusedPreload];
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
        noise.filter((line) => !expectedToo.some((expected) => expected.test(line))),
        'console errors and warnings',
      ).toEqual([]);
    },
    { auto: true },
  ],
  // Journeys must not depend on browsers or fonts of this machine.
  broughtOnly: [
    async ({ browser: _ }, use) => {
      await use();
      if (!process.env.CHROMIUM_PATH) expect(await foreignFiles(), 'browsers and fonts of the machine').toEqual([]);
    },
    { auto: true },
  ],
  accessible: async ({ page }, use) => {
    // Polls: the contrast of a toast that fades out is briefly too low, whereas a real fault remains.
    await use((what) =>
      expect.poll(() => violations(page), { message: `axe on ${what}`, timeout: 30_000 }).toEqual([]),
    );
  },
});

/** Axe's violations of WCAG 2.2 AA on a page, one per line. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // Otherwise axe opens another page to merge the results of frames.
    .setLegacyMode()
    .analyze();
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join('; ')})`,
  );
}

export { expect };
