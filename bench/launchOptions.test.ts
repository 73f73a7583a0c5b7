import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { addressBar, switchedOff } from '../e2e/launchOptions.ts';

test('disables exactly Playwright’s own disabled features and the pages for the address bar', () => {
  const playwright = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const source = readFileSync(path.join(playwright, 'lib/coreBundle.js'), 'utf8');
  const [, list] = /\bdisabledFeatures = \[(.*?)\]\.filter/s.exec(source)!;
  const names = [...list!.replaceAll(/\/\/.*$/gm, '').matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  expect(switchedOff).toEqual([...names, ...addressBar]);
});
