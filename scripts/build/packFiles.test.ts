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

test('a script has both compressed versions next to it, which decompress to the same', () => {
  write('app.js', content);
  packFiles(['app.js'], folder);
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'app.js.br'))).toString()).toBe(content);
  expect(gunzipSync(readFileSync(path.join(folder, 'app.js.gz'))).toString()).toBe(content);
  expect(readFileSync(path.join(folder, 'app.js'), 'utf8')).toBe(content);
});

test('small files and compressed formats are not compressed', () => {
  write('small.js', 'x');
  write('inter.woff2', content);
  packFiles(['small.js', 'inter.woff2'], folder);
  expect(['small.js.br', 'small.js.gz', 'inter.woff2.br'].filter(has)).toEqual([]);
});

test('compressed files are recognised by their names', () => {
  expect(['app.js', 'app.js.br', 'app.js.gz', 'bridge.css'].filter(isPacked)).toEqual(['app.js.br', 'app.js.gz']);
});
