import { insertScripts } from './insertScripts.ts';

test('what waits is put in, in its order, and without the nonce it was preloaded with', () => {
  document.head.innerHTML = `
    <link rel="preload" as="script" href="/assets/first.js" nonce="n0nce" data-begins-later>
    <link rel="preload" as="script" href="/assets/of-a-chunk.js" nonce="n0nce">
    <link rel="preload" as="script" href="/assets/second.js" nonce="n0nce" data-begins-later>`;
  insertScripts();
  const scripts = [...document.head.querySelectorAll('script')];
  expect(scripts.map(({ src }) => new URL(src).pathname)).toEqual(['/assets/first.js', '/assets/second.js']);
  expect(scripts.map(({ async, nonce }) => [async, nonce])).toEqual([
    [false, ''],
    [false, ''],
  ]);
});
