import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from './database.ts';

/** Runs `task` in the transaction that `db` is already, or in one of its own: no savepoint where a failure ends both. */
export function within<T>(db: Database, task: (tx: Transaction) => Promise<T>): Promise<T> {
  return db instanceof PgTransaction ? task(db as Transaction) : db.transaction(task);
}
