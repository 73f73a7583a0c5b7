import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { switchedOff } from '../e2e/launchOptions.ts';

test('all that Playwright switches off in Chromium is switched off', () => {
  const playwright = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const source = readFileSync(path.join(playwright, 'lib/coreBundle.js'), 'utf8');
  const [, list] = /\bdisabledFeatures = \[(.*?)\]\.filter/s.exec(source)!;
  const names = [...list!.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name);
  expect(names).not.toEqual([]);
  expect(switchedOff).toEqual(expect.arrayContaining(names));
});
