import * as v from 'valibot';
import { toOneLine, isVisibleText, isOneLine, messageText, oneLine } from './visibleText.ts';

const between = (character: string) => `Me${character}re`;
const code = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

const lineBreaks = ['\n', '\r', '\r\n', '\t'];
const controls = ['\0', '\x07', '\x1b', '\x7f', '\x85', '\x9f'];
const separators = ['\u2028', '\u2029'];
const directions = [...'\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const invisible = [
  ...'\u00ad\u034f\u115f\u180e\u200b\u2060\u2063\u206f\u3164\ufeff\uffa0\ufff9\ufffb\u{e0001}\u{e0041}',
];
const halves = ['\ud83d', '\udc4b'];

test.each(
  [...lineBreaks, ...controls, ...separators, ...directions, ...invisible, ...halves].map((one) => [code(one), one]),
)('one line holds no %s', (_code, one) => {
  for (const text of [between(one), `${one}Mere`, `Mere${one}`]) expect(isOneLine(text)).toBe(false);
});

test.each([...controls, ...separators, ...directions, ...invisible, ...halves].map((one) => [code(one), one]))(
  'several lines may not contain %s',
  (_code, one) => {
    expect(isVisibleText(between(one))).toBe(false);
  },
);

test('several lines may have blank lines and indents', () => {
  expect(isVisibleText('Visiting family,\r\n\tthen a conference\n')).toBe(true);
});

test.each([
  'Mere',
  'Siobhán O’Brien-Tāne',
  'ليلى',
  'علی‌رضا', // Persian, with a zero-width non-joiner
  'क्‍ष', // Devanagari, with a zero-width joiner
  '葛\u{e0100}西', // Japanese, with the variant of its first character
  'ᠮᠣᠩᠭᠣᠯ᠋', // Mongolian, with a variation selector
  '👩🏽‍🚀 ❤️',
  'Nguyễn Thị Hương',
  '山田\u3000花子',
  'Anne\u00a0Marie',
  '𝔐ere',
])('%j is accepted as one line', (text) => {
  expect([isOneLine(text), isVisibleText(text)]).toEqual([true, true]);
  expect(toOneLine(text)).toBe(text.replaceAll(/[\u3000\u00a0]/g, ' '));
});

test.each(['\u200d', '\u200c\u200c', '\ufe0f ', '\u{e0100}'])('%j is refused: nothing in it is visible', (text) => {
  expect([isOneLine(text), isVisibleText(text), toOneLine(text)]).toEqual([false, false, '']);
});

test('a field reports why its text is refused', () => {
  expect(v.safeParse(oneLine, 'Mere\nTane').issues?.[0].message).toBe('Must be one line of visible text');
  expect(v.parse(oneLine, 'Mere Tane')).toBe('Mere Tane');
});

test('a text stored before becomes one line of visible characters', () => {
  expect(toOneLine(' Mere\r\nBcc: all@example.com\t\u202eenaT\u202c\u200b ')).toBe('Mere Bcc: all@example.com enaT');
  expect(toOneLine('\u2066\n\u2069')).toBe('');
  expect(toOneLine('a\ud83d')).toBe('a');
});

const message = messageText(20);

test('a message keeps its lines with LF line ends, and is trimmed', () =>
  expect(v.parse(message, ' \r\none\r\ntwo\rthree\n ')).toBe('one\ntwo\nthree'));

test.each([undefined, '', ' \n '])('%j is an empty message', (given) => expect(v.parse(message, given)).toBe(''));

test.each(['x'.repeat(21), 'a\0b', 'a\u202eb', '\u200b'])('%j is refused', (given) =>
  expect(v.safeParse(message, given).success).toBe(false),
);
