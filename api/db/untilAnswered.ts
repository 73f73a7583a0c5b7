import { setTimeout } from 'node:timers/promises';
import { isAway } from './DatabaseAway.ts';

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
