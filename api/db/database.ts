/** One type for both drivers: what every use-case takes. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** A transaction is one too, and its own `transaction` is then a savepoint. */
export type Database = PgDatabase<QueryResult>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

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
  /** Runs one statement outside drizzle and beside people's calls, for the job queue. */
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Where the server is, for connections of one's own; null: embedded. */
  url: string | null;
  /**
   * Hears NOTIFY, also after a server was away. `onListening` is called each time it begins to hear: what was told before
   * that it has missed. Answers what ends it.
   */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onListening: () => void,
  ) => Promise<() => Promise<void>>;
  /**
   * Keeps a connection for what hangs on it (a lock of the session): `begin` is called with it, and with the next one
   * each time it broke. Rejects as the first `begin` does. Answers what ends it. Embedded, there is none to keep.
   */
  keepSession: (begin: (client: pg.Client) => Promise<void>) => Promise<() => Promise<void>>;
  /** Whether it answers now; false at the latest after two seconds without an answer of a server. */
  answers: () => Promise<boolean>;
  /** Runs `task` while no other process that asks for the same `key` runs its own. */
  exclusively: <T>(key: number, task: () => Promise<T>) => Promise<T>;
  /** What the embedded engine does not do by itself: checkpoints, vacuum. Nothing on PostgreSQL. */
  housekeeping: () => Promise<void>;
  close: () => Promise<void>;
}
