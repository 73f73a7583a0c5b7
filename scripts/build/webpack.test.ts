import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deskVersion } from 'shared/desk/version';
import webpack, { type Configuration, type Stats } from 'webpack';
import { root } from './apps.ts';

const require = createRequire(import.meta.url);
const { app } = require('../../webpack/app.js');
const { sharedModules } = require('../../webpack/sharedModules.js');
const uniqueName = (about: object, version: string): string => app(about)({ version }).output.uniqueName;

test('versions of a remote share no chunks, so a replacement for a broken one runs its own code', () => {
  const remote = { name: 'remote-orders', exposes: './src/exposed.tsx' };
  expect(uniqueName(remote, 'f00dcafe')).toBe('remote-orders-f00dcafe');
  expect(uniqueName(remote, 'cafef00d')).toBe('remote-orders-cafef00d');
});

test('chunks of an app that is alone on its page have the same names in each version', () => {
  expect(uniqueName({ name: 'shell', page: './src/start.ts' }, 'f00dcafe')).toBe('shell');
});

test('a remote runs with a shell that has an earlier version of a package, but not of desk', () => {
  const { react, 'shared/desk': desk } = sharedModules({ isHost: false });
  expect(react.requiredVersion).toBe(`^${react.version.split('.')[0]}.0.0`);
  expect(desk.requiredVersion).toBe(`^${deskVersion}`);
});

test('a page names the SHA-384 of each of its scripts and stylesheets, lazy ones too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'arrival-desk-page-'));
  const files = {
    'index.html': readFileSync(path.join(root, 'remote-customer/index.html'), 'utf8'),
    'src/early.ts': 'document.title = "early";',
    'src/page.ts': 'import "./page.css"; void import(/* webpackChunkName: "lazy" */ "./lazy.ts");',
    'src/page.css': 'p { color: red; }',
    'src/lazy.ts': 'import "./lazy.css"; document.title = "lazy";',
    'src/lazy.css': 'p { color: blue; }',
  };
  mkdirSync(path.join(folder, 'src'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  const about = { name: 'page', folder: path.relative(root, folder), page: './src/page.ts', federated: false };
  const modules = [path.join(root, 'node_modules')];
  const configuration: Configuration = { ...app(about)({}, {}), resolveLoader: { modules } };
  const built = Promise.withResolvers<Stats>();
  webpack(configuration, (error, stats) => (error ? built.reject(error) : built.resolve(stats!)));
  expect((await built.promise).compilation.errors).toEqual([]);

  const html = readFileSync(path.join(folder, 'dist/index.html'), 'utf8');
  const read = (url: string) => readFileSync(path.join(folder, 'dist', url));
  const hashOf = (url: string) => `sha384-${createHash('sha384').update(read(url)).digest('base64')}`;
  const [, block] = /id="integrity">([^<]*)</.exec(html)!;
  const hashes: Record<string, string> = JSON.parse(block!);
  const nameOf = (url: string) => url.replace(/\.[0-9a-f]{8}\./, '.');
  expect(Object.keys(hashes).map(nameOf).sort()).toEqual(
    ['early.js', 'lazy.css', 'lazy.js', 'page.css', 'page.js'].map((file) => `/assets/${file}`),
  );
  for (const [url, hash] of Object.entries(hashes)) expect([url, hash]).toEqual([url, hashOf(url)]);
  const tags = [...html.matchAll(/<(?:script|link)[^>]*="(\/assets\/[^"]+)" integrity="([^"]+)"/g)];
  expect(tags.map(([, url]) => nameOf(url!))).toEqual(['/assets/early.js', '/assets/page.js', '/assets/page.css']);
  for (const [, url, hash] of tags) expect([url, hash]).toEqual([url, hashes[url!]]);
  // The page's script sets the hashes of lazy files.
  const script = read(Object.keys(hashes).find((url) => nameOf(url) === '/assets/page.js')!).toString();
  expect(script.match(/\.integrity=/g)).toHaveLength(2);
  rmSync(folder, { recursive: true });
});
