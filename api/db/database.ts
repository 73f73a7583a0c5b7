/** The database as every use-case takes it: one type for both drivers, and the door to either. */
import { PgTransaction, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

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
   * Listens for NOTIFY, and again after the server was away. `onListening` is called each time it begins: notifications
   * before that were missed. Returns what ends it.
   */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onListening: () => void,
  ) => Promise<() => Promise<void>>;
  /** Whether it answers now; false at the latest after two seconds without an answer of a server. */
  answers: () => Promise<boolean>;
  /**
   * Runs `task` while no other process that asks for the same `key` runs its own. Statements on the connection that it is
   * given may take as long as they need.
   */
  exclusively: <T>(key: number, task: (own: Database) => Promise<T>) => Promise<T>;
  /** What the embedded engine does not do by itself: checkpoints, vacuum. Nothing on PostgreSQL. */
  housekeeping: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database in DATA_DIR, or PostgreSQL when DATABASE_URL is set, without touching the tables (`migrate` does). Rejects with one readable line when the embedded database's
 * folder is in use by another process. `log` is told when a database server goes away and comes back, and when an embedded
 * database was open to other users of the machine.
 */
export function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'staffUrl'>,
  log?: FastifyBaseLogger,
): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, { log }) : openEmbedded(settings, log);
}

/** Runs `task` in `db` if that is a transaction, otherwise in a new one. No savepoint: a failure ends both. */
export function within<T>(db: Database, task: (tx: Transaction) => Promise<T>): Promise<T> {
  return db instanceof PgTransaction ? task(db as Transaction) : db.transaction(task);
}

/** The numbers of PostgreSQL's advisory locks: any, but each its own, and the same in all instances. */
export const advisoryLocks = {
  migration: 4_000_100,
  foldOrderCounts: 4_000_101,
  seed: 4_000_102,
  /** Of the list of instances. */
  instancesGate: 4_000_103,
  instances: 4_000_104,
  team: 4_000_105,
  foldSummaries: 4_000_106,
  invoiceNumbers: 4_000_107,
  /** Of one member, whose id is the second number. */
  staffMails: 4_000_108,
} as const;
