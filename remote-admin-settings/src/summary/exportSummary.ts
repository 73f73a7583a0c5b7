import type { RequestedRange } from './RangeForm.tsx';
import { columnTotals, type SummaryTexts, type SummaryRow } from './SummaryTable.tsx';

export function exportSummary(about: SummaryTexts, requestedRange: RequestedRange, rows: readonly SummaryRow[]): void {
  const { nameHead, figureHeads } = about;
  const csv = toCsv([
    ['S. No', nameHead, ...figureHeads],
    ...rows.map(({ name, figures }, index) => [index + 1, name, ...figures]),
    ['', 'Total', ...columnTotals(rows, figureHeads.length)],
  ]);
  const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href, download: `${fileName(about, requestedRange)}.csv` }).click();
  // Wait until the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function fileName({ fileName: name }: SummaryTexts, { fromDate, toDate }: RequestedRange): string {
  if (fromDate && toDate) return `${name}_${fromDate}_to_${toDate}`;
  return `${name}_${fromDate ? `from_${fromDate}` : toDate ? `until_${toDate}` : 'all_days'}`;
}

/** Formula prefixes and their full-width forms (OWASP, "CSV Injection"), at the start or after separators. */
const formulas = /(^\s*|[;\t]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * CSV according to RFC 4180: CRLF, quoted texts, and a byte order mark for spreadsheets. An apostrophe prevents
 * formulas; numbers stay plain.
 */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `"${value.replace(formulas, "$1'").replaceAll('"', '""')}"`;
}
