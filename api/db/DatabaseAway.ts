import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

const code = 'DATABASE_AWAY';

/**
 * The database server cannot be reached, or the connection broke under a statement: then it is not known whether the
 * statement took effect, even when it was a COMMIT.
 */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
  /** Checked in place of the class, because the job queue passes on copies of errors. */
  readonly code = code;

  constructor(cause: unknown) {
    super(`The database does not answer: ${(cause as Error | undefined)?.message || 'no connection'}`, { cause });
  }
}

/** Whether something failed because the database is away, however deep that is wrapped. */
export function isAway(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    if ((at as { code?: unknown }).code === code) return true;
    // Only in a query: any other ECONNREFUSED may be a mail provider's.
    if (at instanceof DrizzleQueryError && isOfConnection(at.cause)) return true;
  }
  return false;
}

/** Turns a connection's fault, and no other, into `DatabaseAway`: for what pg is asked directly. */
export function asAway(error: unknown): unknown {
  return isOfConnection(error) ? new DatabaseAway(error) : error;
}

/** Class 08 and 57P01 to 57P05: the server ends or refuses connections; 25P03: idle in a transaction; 53300: too many. */
const sqlStates = /^(08...|57P0[1-5]|25P03|53300)$/;
/** The errors of pg itself carry no code. */
const texts =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout|timeout (exceeded|expired))/;

function isOfConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '');
  return error instanceof Error && ('syscall' in error || texts.test(error.message) || error instanceof AggregateError);
}

/** The pause between two tries while the database is away. */
export const awayMs = 250;

/**
 * Repeats an idempotent `task` as long as it fails because the database is away. Gives up once `stopping`.
 */
export async function untilAnswered<T>(task: () => Promise<T>, stopping?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isAway(error) || stopping?.aborted) throw error;
      await setTimeout(awayMs, null, { ref: false });
    }
  }
}
