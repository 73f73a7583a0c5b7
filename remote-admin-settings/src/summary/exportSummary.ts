import type { AskedRange } from './SummaryScreen.tsx';
import { totalsOf } from './SummaryTable.tsx';
import type { SummaryAbout, SummaryRow } from './SummaryScreen.tsx';

/** Saves the shown rows and their totals as a file that spreadsheets open (rules 15.8). */
export function exportSummary(about: SummaryAbout, asked: AskedRange, rows: readonly SummaryRow[]): void {
  const { nameHead, figureHeads } = about;
  const csv = toCsv([
    ['S. No', nameHead, ...figureHeads],
    ...rows.map(({ name, figures }, index) => [index + 1, name, ...figures]),
    ['', 'Total', ...totalsOf(rows, figureHeads.length)],
  ]);
  const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href, download: `${fileName(about, asked)}.csv` }).click();
  // Once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** "country-orders_2026-11-01_to_2026-11-21" */
function fileName({ fileName: name }: SummaryAbout, { fromDate, toDate }: AskedRange): string {
  if (fromDate && toDate) return `${name}_${fromDate}_to_${toDate}`;
  return `${name}_${fromDate ? `from_${fromDate}` : toDate ? `until_${toDate}` : 'all_days'}`;
}

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
