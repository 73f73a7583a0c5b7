import { findUnplain } from './plainWords.ts';

const reasons = (file: string, text: string) => findUnplain(file, text).map(({ line, why }) => `${line}: ${why}`);

test.each([
  ['// Who has the link cannot use it any more.\n', ['1: starts with a question word']],
  ['const a = 1;\n/** Reads the list anew. */\n', ['2: anew: write again']],
  [
    '/**\n * Closes the file.\n * Whatever it holds is lost.\n */\n',
    [3, 3].map((line, i) => `${line}: ${i ? 'whoever, whatever' : 'starts with a question word'}`),
  ],
  ['export const mostOrders = 500;\n', ['1: a name to avoid']],
  [`// ${'word '.repeat(33).trim()}.\n`, ['1: over 32 words']],
])('finds a sentence that must be read twice: %j', (code, expected) => {
  expect(reasons('a.ts', code)).toEqual(expected);
});

test('plain sentences pass', () => {
  expect(reasons('a.ts', '/** Closes the file. Returns null if it is missing. */\nconst maxOrders = 500;\n')).toEqual(
    [],
  );
});

test('a string that contains a comment marker begins no comment', () => {
  expect(reasons('a.ts', "const accept = 'image/*';\nconst of = (whoever: string) => '**/*.ts';\n")).toEqual([]);
});

test('checks Markdown outside of code blocks, and SQL comments', () => {
  expect(reasons('a.md', '# Title\n\n```\n// anew\n```\n\n- It is read anew.\n')).toEqual(['7: anew: write again']);
  expect(reasons('a.sql', '-- Stands beside the orders.\nSELECT 1;\n')).toEqual([
    '1: beside: write besides, next to or in addition to',
  ]);
});
