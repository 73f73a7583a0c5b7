import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';

const names = new WeakMap<SQL, string>();
let named = 0;

/**
 * Reads by a statement that each connection to PostgreSQL plans once: for reads whose planning takes longer than their run.
 * `query` is the same object each time and its values are `sql.placeholder`s; dates and times should be selected as text.
 */
export async function readPrepared<Row>(
  db: Database,
  query: SQL,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const name = names.get(query) ?? `read_${(named += 1)}`;
  names.set(query, name);
  // Drizzle prepares selects of its builder alone, so the statement becomes its source and each row one JSON column.
  const prepared = db
    .select({ row: sql<Row>`to_json(answer)` })
    .from(sql`(${query}) as answer`)
    .prepare(name);
  return (await prepared.execute(values)).map(({ row }) => row);
}
