/** What a spreadsheet would take for the beginning of a formula: OWASP, "CSV Injection"; the wide signs as well. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Rows as CSV by RFC 4180: CRLF, quoted where it must be, after the mark by which spreadsheets know UTF-8. A text that a
 * spreadsheet would calculate gets an apostrophe, which keeps it a text; numbers are written plainly.
 */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = beginsFormula.test(value.trimStart()) || beginsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
