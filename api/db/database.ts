import { PgTransaction, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db } from 'pg-boss';

/** A database or a transaction. In a transaction, the `transaction` method sets a savepoint. */
export type Database = PgDatabase<QueryResult>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

interface QueryResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}
interface Rows<Row> {
  rows: Row[];
}

export interface OpenDatabase {
  db: Database;
  driver: 'embedded' | 'postgres';
  /** Runs the job queue's statements. With PostgreSQL, these have their own connections. */
  queue: Db;
  /** The server's address, or null for the embedded database. */
  url: string | null;
  /** Whether the database answers (PostgreSQL: within two seconds). */
  answers: () => Promise<boolean>;
  /** Runs `task` without a statement timeout. With PostgreSQL, its own connection holds the advisory lock `key`. */
  exclusively: <T>(key: number, task: (own: Database) => Promise<T>) => Promise<T>;
  /** Vacuums and checkpoints the embedded database. */
  housekeeping: () => Promise<void>;
  close: () => Promise<void>;
}

/** Runs `task` in `db` if that is a transaction, otherwise in a new transaction. Sets no savepoint. */
export function inTransaction<T>(db: Database, task: (tx: Transaction) => Promise<T>): Promise<T> {
  return db instanceof PgTransaction ? task(db as Transaction) : db.transaction(task);
}

export const readOnlySnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** Keys of PostgreSQL advisory locks. They must be the same on all instances. */
export const advisoryLocks = {
  migration: 4_000_100,
  foldOrderCounts: 4_000_101,
  seed: 4_000_102,
  team: 4_000_105,
  foldSummaries: 4_000_106,
  invoiceNumbers: 4_000_107,
  /** Per member: the second key is the member's id. */
  staffMails: 4_000_108,
} as const;
