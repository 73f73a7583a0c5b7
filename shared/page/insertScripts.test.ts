import { insertScripts } from './insertScripts.ts';

const preload = (name: string, attributes: string) =>
  `<link rel="preload" as="script" href="/assets/${name}.js" ${attributes}>`;

beforeEach(() => {
  document.head.innerHTML = [
    preload('first', 'nonce="n0nce" data-begins-later'),
    preload('of-a-chunk', 'nonce="n0nce"'),
    preload('somebody-elses', 'nonce="guessed" data-begins-later'),
    preload('nobodys', 'data-begins-later'),
    preload('second', 'nonce="n0nce" data-begins-later'),
  ].join('');
  const running = Object.assign(document.createElement('script'), { nonce: 'n0nce' });
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(running);
});

afterEach(() => jest.restoreAllMocks());

const inserted = () => [...document.head.querySelectorAll('script')];
const names = () => inserted().map(({ src }) => new URL(src).pathname);

test('what the page preloads for later is put in, in its order and without the nonce', () => {
  insertScripts((insert) => insert());
  expect(names()).toEqual(['/assets/first.js', '/assets/second.js']);
  expect(inserted().map(({ async, nonce }) => [async, nonce])).toEqual([
    [false, ''],
    [false, ''],
  ]);
});

test('it is known by the nonce of the script that put it in, which has ended by then', () => {
  let insert = () => {};
  insertScripts((later) => (insert = later));
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(null);
  expect(names()).toEqual([]);
  insert();
  expect(names()).toEqual(['/assets/first.js', '/assets/second.js']);
});

test('without a running script nothing is put in', () => {
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(null);
  insertScripts((insert) => insert());
  expect(names()).toEqual([]);
});
