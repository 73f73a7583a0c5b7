import type { RemarkSnippet } from 'shared/api/remarkCalls';
import { matching, slashQuery } from './useSnippetPicker.tsx';

test.each([
  ['/', { at: 0, words: '' }],
  ['/no ans', { at: 0, words: 'no ans' }],
  ['Called her. /vo', { at: 12, words: 'vo' }],
  ['One\n/two', { at: 4, words: 'two' }],
  ['and/or', null],
  ['Paid / refunded', null],
  ['/gone\nfurther', null],
  ['', null],
  [`/${'x'.repeat(41)}`, null],
])('%j searches for %j', (text, expected) => {
  expect(slashQuery(text, text.length)).toEqual(expected);
});

test('text after the caret is ignored', () => {
  expect(slashQuery('/vo and more', 3)).toEqual({ at: 0, words: 'vo' });
});

test('a snippet matches if its title contains all words, in any case', () => {
  const snippets = ['No answer', 'Voicemail, no answer', 'Refund'].map((title, id): RemarkSnippet => ({
    id,
    title,
    text: title,
    own: true,
  }));
  const titles = (words: string) => matching(snippets, words).map(({ title }) => title);
  expect(titles('ANSWER no')).toEqual(['No answer', 'Voicemail, no answer']);
  expect(titles('')).toHaveLength(3);
  expect(titles('nothing')).toEqual([]);
});
