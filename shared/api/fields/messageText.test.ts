import * as v from 'valibot';
import { messageText } from './messageText.ts';

const text = messageText(20);

test('a message keeps its lines with LF line ends, and is trimmed', () =>
  expect(v.parse(text, ' \r\none\r\ntwo\rthree\n ')).toBe('one\ntwo\nthree'));

test.each([undefined, '', ' \n '])('%j is an empty message', (given) => expect(v.parse(text, given)).toBe(''));

test.each(['x'.repeat(21), 'a\0b', 'a\u202eb', '\u200b'])('%j is refused', (given) =>
  expect(v.safeParse(text, given).success).toBe(false),
);
