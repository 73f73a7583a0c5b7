import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';

/**
 * Reads by a statement that each connection plans once: for queries that are made all day and whose planning would take
 * longer than their run. Whatever varies must be a parameter; each text of its own is kept by each connection for ever.
 */
export async function readPrepared<Row>(db: Database, query: SQL): Promise<Row[]> {
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  const built = dialect.sqlToQuery(query);
  const prepared = session.prepareQuery(built, undefined, statementName(built.sql), false);
  const { rows } = (await prepared.execute()) as { rows: Row[] };
  return rows;
}

const names = new Map<string, string>();

/** Short enough for PostgreSQL, and the same for the same text. */
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `read_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}
