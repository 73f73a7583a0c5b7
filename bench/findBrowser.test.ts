import { findBrowser } from '../e2e/findBrowser.ts';

const { CHROMIUM_PATH } = process.env;
const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
afterEach(() => {
  if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH;
  else process.env.CHROMIUM_PATH = CHROMIUM_PATH;
  Object.defineProperty(process, 'platform', platform);
});

test('if the Chromium from npm cannot run, one sentence says to set CHROMIUM_PATH', async () => {
  delete process.env.CHROMIUM_PATH;
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  await expect(findBrowser()).rejects.toThrow(/^The Chromium from npm runs on .* so set CHROMIUM_PATH to [^.]*\.$/);
});

test('CHROMIUM_PATH must name a file', async () => {
  process.env.CHROMIUM_PATH = '/there/is/no/chromium';
  await expect(findBrowser()).rejects.toThrow('CHROMIUM_PATH names /there/is/no/chromium, which does not exist');
});
