import { fillPlaceholders, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

type NamedRead = (name: string, text: string, values: readonly unknown[]) => Promise<unknown[]>;

/** Runs prepared reads, by embedded database. Bypasses drizzle's PGlite driver, which ignores statement names. */
export const embeddedReads = new WeakMap<Database, NamedRead>();

interface Statement {
  name: string;
  text: string;
  params: unknown[];
  preparedOn: WeakMap<Database, ReturnType<typeof prepare>>;
}

const dialect = new PgDialect();
const statements = new WeakMap<SQL, Statement>();
let named = 0;

/**
 * Runs a read that takes longer to plan than to run. Pass the same `query` object each time, with `sql.placeholder` for
 * values. Select dates as text: pg and PGlite parse them differently.
 */
export async function queryPrepared<Row>(
  db: Database,
  query: SQL,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const { name, text, params, preparedOn } = statementOf(query);
  const read = embeddedReads.get(db);
  if (read) return (await read(name, text, fillPlaceholders(params, values))) as Row[];
  const prepared = preparedOn.get(db) ?? prepare(db, query, name);
  preparedOn.set(db, prepared);
  return (await prepared.execute(values)).map(({ row }) => row as Row);
}

function statementOf(query: SQL): Statement {
  const known = statements.get(query);
  if (known) return known;
  const { sql: text, params } = dialect.sqlToQuery(query);
  const statement = { name: `read_${(named += 1)}`, text, params, preparedOn: new WeakMap() };
  statements.set(query, statement);
  return statement;
}

/** Drizzle prepares only selects of its query builder, so the statement becomes a subquery with JSON rows. */
const prepare = (db: Database, query: SQL, name: string) =>
  db
    .select({ row: sql`to_json(answer)` })
    .from(sql`(${query}) as answer`)
    .prepare(name);
