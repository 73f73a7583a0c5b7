import type { CountryRow, ProcessedByRow, SummaryRange } from 'shared/api/summaryCalls';
import { count } from 'shared/format/count';
import { listDay } from 'shared/format/dates';
import type { Database } from '../db/database.ts';
import { countCountries, countProcessors } from './summaryQueries.ts';

/** Country Order Details (rules 15.1 to 15.4): how many orders arrived in the range, by nationality. */
export async function countrySummary(db: Database, range: SummaryRange) {
  const data: CountryRow[] = await countCountries(db, range);
  return { message: told(data, 'orders', range), data };
}

/** Processed By (rules 15.6): how many orders each member completed in the range. */
export async function processedBySummary(db: Database, range: SummaryRange) {
  const rows = await countProcessors(db, range);
  const data: ProcessedByRow[] = rows.map(({ deleted, ...row }) => ({ ...row, ...(deleted && { deleted: true }) }));
  return { message: told(data, 'orders processed', range), data };
}

/** "5,898 orders, 01/11/2026 to 21/11/2026" (rules 15.7). */
function told(rows: readonly { count: number }[], what: string, { fromDate, toDate }: SummaryRange): string {
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const words = total === 1 ? what.replace('orders', 'order') : what;
  const [from, to] = [fromDate && listDay(fromDate), toDate && listDay(toDate)];
  const range = from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `until ${to}` : '';
  return `${total === 0 ? 'No' : count(total)} ${words}${range && `, ${range}`}`;
}
