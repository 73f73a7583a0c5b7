import { lookupOf, searchedText } from './searchOrders.ts';

test('three letters or more are looked up by their trigrams', () => {
  expect(lookupOf('100%_\\')).toEqual({ patterns: ['%100\\%\\_\\\\%'], letters: null });
  expect(lookupOf('айгерім')).toEqual({ patterns: ['%айгерім%'], letters: null });
});

test('a rare letter is looked up alone, and a pair of common letters with every neighbour', () => {
  expect(lookupOf('ж')).toEqual({ patterns: [], letters: ['ж'] });
  expect(lookupOf('aж')).toEqual({ patterns: [], letters: ['ж'] });
  const pair = lookupOf('qz');
  expect(pair?.letters).toEqual(['qz']);
  expect(pair?.patterns).toEqual(expect.arrayContaining(['%aqz%', '%qz9%', '%@qz%', '%qz\x1f%', 'qz%', '%qz']));
});

test('a letter after a symbol begins a word, which has a trigram', () => {
  expect(lookupOf('@q')).toEqual({ patterns: ['%@q%'], letters: null });
  expect(lookupOf('.7')).toEqual({ patterns: ['%.7%'], letters: null });
});

test('a text that no index covers has no look-up', () => {
  for (const term of ['a', '.', '@.', '...', 'q@', 'a@@']) expect([term, lookupOf(term)]).toEqual([term, null]);
});

test('blanks are ignored only in possible telephone numbers', () => {
  expect(searchedText('+64 21 000 0128')).toBe('+64210000128');
  expect(searchedText('van der 1')).toBe('van der 1');
  expect(searchedText('\0Mere\x1f')).toBe('Mere');
});
