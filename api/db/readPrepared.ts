import { fillPlaceholders, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Runs a statement of this name, which always has the same text, and returns its rows. */
type NamedRead = (name: string, text: string, values: readonly unknown[]) => Promise<unknown[]>;

/** The embedded databases' own named statements: drizzle's driver for PGlite drops the name. */
export const embeddedReads = new WeakMap<Database, NamedRead>();

interface Statement {
  /** The same on every connection. */
  name: string;
  text: string;
  params: unknown[];
  /** Drizzle's prepared query for each database or transaction. */
  preparedOn: WeakMap<Database, ReturnType<typeof prepare>>;
}

const dialect = new PgDialect();
const statements = new WeakMap<SQL, Statement>();
let named = 0;

/**
 * Reads by a statement that each connection plans once: for reads whose planning takes longer than their run.
 * `query` is the same object each time and its values are `sql.placeholder`s; dates and times should be selected as text.
 */
export async function readPrepared<Row>(
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

/** Drizzle prepares selects of its builder alone, so the statement becomes its source and each row one JSON column. */
const prepare = (db: Database, query: SQL, name: string) =>
  db
    .select({ row: sql`to_json(answer)` })
    .from(sql`(${query}) as answer`)
    .prepare(name);
