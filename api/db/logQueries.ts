import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Bytes that the log may grow by between two checkpoints: the margin of the room is more. */
const mostLog = 128 * 1_048_576;

/**
 * Embedded only: writes a checkpoint when much has been logged since the last, so that the log's old part is used again.
 * The engine alone never does, for that is another process's task. Also good within a transaction.
 */
export async function boundLog(db: Database, most = mostLog): Promise<void> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint::text as bytes from pg_control_checkpoint()`,
  );
  if (Number(rows[0]!.bytes) > most) await db.execute(sql`checkpoint`);
}

/** Embedded only: gives the disk back what the log does not need any more, which it else keeps to write on. */
export async function giveBackLog(db: Database): Promise<void> {
  await db.execute(sql`set wal_recycle = off`);
  try {
    await db.execute(sql`checkpoint`);
  } finally {
    await db.execute(sql`reset wal_recycle`);
  }
}
