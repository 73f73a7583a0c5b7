import { toCsv } from './exportSummary.ts';

const cellOf = (text: string) => toCsv([[text]]).slice(1, -2);

test('a CSV starts with a UTF-8 byte order mark, and rows end with CRLF', () => {
  expect(
    toCsv([
      ['a', 1],
      ['', 2.5],
    ]),
  ).toBe('\uFEFF"a",1\r\n"",2.5\r\n');
});

test.each([
  ['Korea, Republic of', '"Korea, Republic of"'],
  ['the "old" one', '"the ""old"" one"'],
  ['two\nlines', '"two\nlines"'],
  ["Lao People's", '"Lao People\'s"'],
  ['Айгерім 花子', '"Айгерім 花子"'],
  ['Max; Team', '"Max; Team"'],
])('%j is written as %j', (text, written) => expect(cellOf(text)).toBe(written));

test.each(['=1+1', '+64', '-2', '@SUM(A1)', '\t=1', '  =1', '＝1', '=HYPERLINK("http://example.com","x")', '\r=1'])(
  '%j stays a text',
  (text) => {
    expect(cellOf(text)).toMatch(/^"\s*'/);
  },
);

test.each([
  ["Max;=cmd|' /C calc'!A0", "Max;'=cmd|' /C calc'!A0"],
  ['Max; +1', "Max; '+1"],
  ['Max\t-1', "Max\t'-1"],
])('%j stays a text in spreadsheets that separate cells by semicolon or tab', (text, written) => {
  expect(cellOf(text)).toBe(`"${written}"`);
});
