import { fillPlaceholders, type SQL } from 'drizzle-orm';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import type { PreparedReader } from './PreparingPGlite.ts';

interface Statement {
  /** Short enough for PostgreSQL, and the same for the same text as long as this process lives. */
  name: string;
  text: string;
  params: unknown[];
}

/**
 * Reads by a statement that each connection plans once: for queries that are made all day and whose planning would take
 * longer than their run. Whatever varies must be a parameter; each text of its own is kept by each connection for ever.
 * A query that is the same object each time is put together once: its `sql.placeholder`s are filled from `values`.
 * Dates and times should be asked for as text: each driver has its own idea of them.
 */
export async function readPrepared<Row>(
  db: Database,
  query: SQL,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: Session };
  const { name, text, params } = statementOf(query, dialect);
  const filled = fillPlaceholders(params, values);
  if ('readPrepared' in session.client) return session.client.readPrepared<Row>(name, text, filled);
  const { rows } = await session.client.query({ name, text, values: filled });
  return rows as Row[];
}

type Session = PgSession & { client: PreparedReader | PgClient };
interface PgClient {
  query: (statement: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }>;
}

const statements = new WeakMap<SQL, Statement>();
const names = new Map<string, string>();

function statementOf(query: SQL, dialect: PgDialect): Statement {
  const known = statements.get(query);
  if (known) return known;
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = names.get(text) ?? `read_${names.size}`;
  names.set(text, name);
  const statement = { name, text, params };
  statements.set(query, statement);
  return statement;
}
