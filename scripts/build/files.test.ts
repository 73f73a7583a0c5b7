import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isCompressed, withCompressed } from './files.ts';

const content = Buffer.from('export const answer = 42;\n'.repeat(100));

test('a script has both compressed versions next to it, which decompress to the same', () => {
  const files = withCompressed({ 'app.js': content });
  expect(brotliDecompressSync(files['app.js.br']!)).toEqual(content);
  expect(gunzipSync(files['app.js.gz']!)).toEqual(content);
  expect(files['app.js']).toBe(content);
});

test('small files and compressed formats are not compressed', () => {
  const files = { 'small.js': Buffer.from('x'), 'inter.woff2': content };
  expect(withCompressed(files)).toEqual(files);
});

test('compressed files are recognised by their names', () => {
  expect(['app.js', 'app.js.br', 'app.js.gz', 'bridge.css'].filter(isCompressed)).toEqual(['app.js.br', 'app.js.gz']);
});
