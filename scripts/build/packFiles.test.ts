import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isPacked, packFiles } from './packFiles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'arrival-desk-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const content = 'export const answer = 42;\n'.repeat(100);
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const has = (name: string) => existsSync(path.join(folder, name));

test('a script lies packed beside itself, both ways, and is the same unpacked', () => {
  write('app.js', content);
  packFiles(['app.js'], folder);
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'app.js.br'))).toString()).toBe(content);
  expect(gunzipSync(readFileSync(path.join(folder, 'app.js.gz'))).toString()).toBe(content);
  expect(readFileSync(path.join(folder, 'app.js'), 'utf8')).toBe(content);
});

test('what is small, or packed by its own format, is left as it is', () => {
  write('small.js', 'x');
  write('inter.woff2', content);
  packFiles(['small.js', 'inter.woff2'], folder);
  expect(['small.js.br', 'small.js.gz', 'inter.woff2.br'].filter(has)).toEqual([]);
});

test('packed files are told from others by their names', () => {
  expect(['app.js', 'app.js.br', 'app.js.gz', 'bridge.css'].filter(isPacked)).toEqual(['app.js.br', 'app.js.gz']);
});
