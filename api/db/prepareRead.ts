import { fillPlaceholders, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

type NamedRead = (name: string, text: string, values: readonly unknown[]) => Promise<unknown[]>;

/** Runs prepared reads, by embedded database. Bypasses drizzle's PGlite driver, which ignores statement names. */
export const embeddedReads = new WeakMap<Database, NamedRead>();

const dialect = new PgDialect();
let named = 0;

/**
 * Prepares a read that takes longer to plan than to run, with `sql.placeholder` for its values. Select dates as text:
 * pg and PGlite parse them differently.
 */
export function prepareRead<Row>(query: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = `read_${(named += 1)}`;
  const preparedOn = new WeakMap<Database, ReturnType<typeof prepare>>();
  return async (db: Database, values: Record<string, unknown> = {}): Promise<Row[]> => {
    const read = embeddedReads.get(db);
    if (read) return (await read(name, text, fillPlaceholders(params, values))) as Row[];
    const prepared = preparedOn.get(db) ?? prepare(db, query, name);
    preparedOn.set(db, prepared);
    return (await prepared.execute(values)).map(({ row }) => row as Row);
  };
}

/** Drizzle prepares only selects of its query builder, so the statement becomes a subquery with JSON rows. */
const prepare = (db: Database, query: SQL, name: string) =>
  db
    .select({ row: sql`to_json(answer)` })
    .from(sql`(${query}) as answer`)
    .prepare(name);
