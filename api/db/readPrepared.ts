import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A statement's name, the same on every connection, and what each database or transaction has made of it. */
interface Statement {
  name: string;
  preparedOn: WeakMap<Database, ReturnType<typeof prepare>>;
}

const statements = new WeakMap<SQL, Statement>();
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
  const { name, preparedOn } = statements.get(query) ?? { name: `read_${(named += 1)}`, preparedOn: new WeakMap() };
  statements.set(query, { name, preparedOn });
  const prepared = preparedOn.get(db) ?? prepare(db, query, name);
  preparedOn.set(db, prepared);
  return (await prepared.execute(values)).map(({ row }) => row as Row);
}

/** Drizzle prepares selects of its builder alone, so the statement becomes its source and each row one JSON column. */
const prepare = (db: Database, query: SQL, name: string) =>
  db
    .select({ row: sql`to_json(answer)` })
    .from(sql`(${query}) as answer`)
    .prepare(name);
