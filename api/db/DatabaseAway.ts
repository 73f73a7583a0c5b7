import { setTimeout } from 'node:timers/promises';

const code = 'DATABASE_AWAY';

/**
 * The database server cannot be reached, or it ended the connection that a statement went by: then nobody knows what
 * became of the statement, also when it was a COMMIT.
 */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
  /** Told by this and not by the class: the job queue hands on copies of errors. */
  readonly code = code;

  constructor(cause: unknown) {
    super(`The database does not answer: ${(cause as Error | undefined)?.message || 'no connection'}`, { cause });
  }
}

/** Whether something failed because the database is away, however deep that is wrapped. */
export function isAway(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    if ((at as { code?: unknown }).code === code) return true;
  }
  return false;
}

/** While the database is away, a try is refused in this process and costs nothing. */
export const awayMs = 250;

/**
 * Does `task` again as long as it fails because the database is away: for what may be done twice and is known here alone.
 * Once `stopping`, it is not tried again.
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
