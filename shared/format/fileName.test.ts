import { cleanFileName } from './fileName.ts';

test.each([
  ['a folder', '../../etc/declaration.pdf', 'declaration.pdf'],
  ['a Windows folder', 'C:\\fakepath\\declaration.pdf', 'declaration.pdf'],
  ['NUL and other control characters', 'a\0b\r\nc\x1b[31m.pdf', 'abc[31m.pdf'],
  ['a direction override', 'declaration\u202efdp.exe', 'declarationfdp.exe'],
  ['half a character', 'a\ud800.pdf', 'a\ufffd.pdf'],
  ['only letters of another script', '申告書.pdf', '申告書.pdf'],
  ['only invisible characters', '\u200b\u202e', 'document'],
  ['only a folder', '../', 'document'],
])('a name with %s is cleaned', (_what, given, shown) => {
  expect(cleanFileName(given)).toBe(shown);
});

test('a long name keeps its end with the extension, and no character is split', () => {
  const shown = cleanFileName(`${'😀'.repeat(5_000)}.pdf`);
  expect([...shown]).toHaveLength(200);
  expect(shown).toBe(`${'😀'.repeat(196)}.pdf`);
});

test('a name with markup stays as it is', () => {
  expect(cleanFileName('<script>alert(1).pdf')).toBe('<script>alert(1).pdf');
  expect(cleanFileName(undefined)).toBe('document');
});
