import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

const code = 'DATABASE_AWAY';

/** Thrown if a connection fails or a statement times out. The statement, even a COMMIT, may have taken effect. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  /** Checked instead of the class, which is lost when the job queue emits a copy of the error. */
  readonly code = code;

  constructor(cause: unknown) {
    super(`The database is not responding: ${(cause as Error | undefined)?.message || 'no connection'}`, { cause });
  }
}

export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    if ((at as { code?: unknown }).code === code) return true;
    // Checks only the causes of query errors: an ECONNREFUSED elsewhere may come from a mail provider.
    if (at instanceof DrizzleQueryError && isOfConnection(at.cause)) return true;
  }
  return false;
}

/** Wraps pg's connection errors in `DatabaseUnavailableError`, and returns other errors unchanged. */
export function toDatabaseError(error: unknown): unknown {
  return isOfConnection(error) ? new DatabaseUnavailableError(error) : error;
}

/** 08xxx, 57P01–05: connection ended or refused. 25P03: idle in transaction too long. 53300: too many connections. */
const sqlStates = /^(08...|57P0[1-5]|25P03|53300)$/;
/** pg's own errors have no code, so they are recognised by their texts. */
const texts =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout|timeout (exceeded|expired))/;

function isOfConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '');
  return error instanceof Error && ('syscall' in error || texts.test(error.message) || error instanceof AggregateError);
}

export const retryIntervalMs = 250;

/** Retries an idempotent `task` while the database is unavailable, until `stopping` is aborted. */
export async function retryWhileUnavailable<T>(task: () => Promise<T>, stopping?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || stopping?.aborted) throw error;
      await setTimeout(retryIntervalMs, null, { ref: false });
    }
  }
}
