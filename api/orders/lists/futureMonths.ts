import { months } from 'shared/format/dates';
import { folders } from 'shared/rules/folders';
import type { Database } from '../../db/database.ts';
import { countFutureMonths } from './countQueries.ts';

/** The twelve tiles of Future Order, each with the orders of every year. */
export async function futureMonths(db: Database) {
  const counts = await countFutureMonths(db);
  const data = months.map((month, index) => ({ process_month: month, count: counts.get(index + 1) ?? 0 }));
  return { message: folders.futureOrder.title, data };
}
