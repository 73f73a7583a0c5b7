/** Code and documents cite the product's rules by number (docs/rules/README.md). Every cited number must exist. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const rulesFolder = 'docs/rules/';
const notOurs = new Set(['node_modules', 'dist', '.build', '.data', '.git', 'coverage', 'test-results', 'last']);
const texts = '**/*.{ts,tsx,mts,js,cjs,mjs,css,html,md,sql,json,yml,yaml}';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The repository's text files, without line breaks in comments and paragraphs. */
const files = globSync(texts, { cwd: root, exclude: (found) => notOurs.has(path.basename(found)) })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.endsWith('/citations.test.ts') && !file.endsWith('package-lock.json'))
  .map((file) => ({ file, text: read(file).replace(/\n\s*(?:\/\/|\*(?!\*))?\s*/g, ' ') }));

const pages = globSync('[0-9][0-9]-*.md', { cwd: path.join(root, rulesFolder) }).sort();

/** The paragraph numbers of a page, as text: "3.2". */
const numbersOf = (page: string) => [...read(rulesFolder + page).matchAll(/^\*\*(\d+\.\d+)\*\*/gm)].map(([, n]) => n!);

const rules = new Map(pages.flatMap((page) => numbersOf(page).map((number) => [number, page] as const)));

/** Every match of `pattern`, with its file. */
const finds = (pattern: RegExp) =>
  files.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((found) => ({ file, found })));

test('each paragraph of the rules has its own number, starting with its page’s number', () => {
  expect(pages.length).toBeGreaterThan(20);
  const all = pages.flatMap((page) => numbersOf(page).map((number) => ({ page, number })));
  expect(all.filter(({ page, number }) => Number(page.slice(0, 2)) !== Math.floor(Number(number)))).toEqual([]);
  expect(all.filter(({ number }, at) => all.findIndex((one) => one.number === number) !== at)).toEqual([]);
});

test('every cited rule exists', () => {
  const cited = finds(/\brules? (\d[\d.]*\d(?:(?:,| and|, and) \d+\.\d+)*|\d)/gi).flatMap(({ file, found }) =>
    found[1]!.split(/[^\d.]+/).map((number) => ({ file, number })),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ number }) => !rules.has(number))).toEqual([]);
});

test('a linked rule number leads to its page', () => {
  const links = finds(/\[(\d+\.\d+)\]\((?:[^()]*\/)?(\d\d-[\w-]+\.md)\)/g).filter(({ file }) =>
    file.startsWith('docs/'),
  );
  const lost = links.filter(({ found: [, number, page] }) => rules.get(number!) !== page);
  expect(lost.map(({ file, found }) => `${file}: ${found[0]}`)).toEqual([]);
});

test('the index of the rules names every page', () => {
  const index = read(`${rulesFolder}README.md`);
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
});

test('nothing cites a document outside this repository', () => {
  const strangers = finds(
    /\bthe requirements\b|\brequirements['’]? (?:sections?\b|["“])|\bdecisions(?:\.md)?:? ["“]|\b(?:requirements|decisions|looks)\.md\b/gi,
  );
  expect(strangers.map(({ file, found }) => `${file}: ${found[0]}`)).toEqual([]);
});
