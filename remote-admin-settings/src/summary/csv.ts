/**
 * The beginnings of formulas, by OWASP, "CSV Injection", and the wide signs: at the start of a text, and where spreadsheets
 * of some languages part cells.
 */
const formulas = /(^\s*|[;\t]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * Rows as CSV by RFC 4180: CRLF, every text quoted, after the mark by which spreadsheets know UTF-8. A text that a
 * spreadsheet would calculate gets an apostrophe, which keeps it a text; numbers are written plainly.
 */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `"${value.replace(formulas, "$1'").replaceAll('"', '""')}"`;
}
