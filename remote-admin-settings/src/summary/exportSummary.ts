import { toCsv } from './csv.ts';
import { totalsOf } from './shownRows.ts';
import type { SummaryAbout, SummaryRow } from './summaryAbout.ts';
import type { AskedRange } from './useAskedRange.ts';

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
