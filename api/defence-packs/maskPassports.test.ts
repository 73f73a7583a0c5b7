import { maskPassport, maskPassports } from './packText.ts';

test.each([
  ['Z0000904', '•••••• 904'],
  [' Z0000904 ', '•••••• 904'],
  ['904', '••••••'],
  ['护照1234', '•••••• 234'],
])('%s is shown as %s', (passport, shown) => expect(maskPassport(passport)).toBe(shown));

test('a passport number is masked everywhere, however it is written', () => {
  const content = {
    title: 'z0000904',
    rows: [['Declaration Z0000904.pdf', 'Z 0000-904 and Z0000905']],
    day: [2026, 11, 21],
    none: null,
  };
  expect(maskPassports(content, ['Z0000904', null, undefined])).toEqual({
    title: '•••••• 904',
    rows: [['Declaration •••••• 904.pdf', '•••••• 904 and Z0000905']],
    day: [2026, 11, 21],
    none: null,
  });
});

test('the family’s numbers are masked too, the longest first', () => {
  expect(maskPassports('AB12345 AB1234567', ['AB12345', 'AB1234567'])).toBe('•••••• 345 •••••• 567');
});

test('texts that are short or without a digit are not masked, and special characters have no effect', () => {
  expect(maskPassports('a no b', ['no', ''])).toBe('a no b');
  expect(maskPassports({ kind: 'document', said: 'The Table' }, ['DOCUMENT', 'table'])).toEqual({
    kind: 'document',
    said: 'The Table',
  });
  expect(maskPassports('aaaa1 ....1', ['....1'])).toBe('aaaa1 •••••• ..1');
});

test('hashes and times are not masked', () => {
  const recorded = { at: '2026-10-02T03:14:07.000000Z', sha256: `20261002${'9f'.repeat(28)}`, on: new Date(0) };
  expect(maskPassports({ ...recorded, text: '20261002' }, ['20261002'])).toEqual({ ...recorded, text: '•••••• 002' });
});
