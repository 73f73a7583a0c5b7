/** One type for both drivers: what every use-case takes. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

type Schema = typeof schema;
/** A transaction is one too, and its own `transaction` is then a savepoint. */
export type Database = PgDatabase<QueryResult, Schema, ExtractTablesWithRelations<Schema>>;
export type Transaction = PgTransaction<QueryResult, Schema, ExtractTablesWithRelations<Schema>>;

/** What both drivers answer to a raw query. */
interface QueryResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}
interface Rows<Row> {
  rows: Row[];
}

export interface OpenDatabase {
  db: Database;
  driver: 'embedded' | 'postgres';
  /** Runs one statement outside drizzle, for the job queue. */
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Where the server is, for connections of one's own; null: embedded. */
  url: string | null;
  /** Embedded only: hears NOTIFY. Answers what ends it. */
  listen?: (channel: string, onNotification: (payload: string) => void) => Promise<() => Promise<void>>;
  /** Runs `task` while no other process that asks for the same `key` runs its own. */
  exclusively: <T>(key: number, task: () => Promise<T>) => Promise<T>;
  /** What the embedded engine does not do by itself: checkpoints, vacuum. Nothing on PostgreSQL. */
  housekeeping: () => Promise<void>;
  close: () => Promise<void>;
}
