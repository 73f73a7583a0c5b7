import { setTimeout } from 'node:timers/promises';
import type { MailServiceProvider } from 'shared/api/fields';
import type { Database } from '../db/database.ts';
import { putOffTurns, takeTurn } from './paceQueries.ts';

/** Calls of a provider are begun in turns of at most so many a second, each of as few mails as that allows. */
const turnsPerSecond = 20;
const longestPauseSeconds = 600;

/** How fast a provider's calls may begin. */
export interface ProviderPace {
  /** How many mails go in one turn. */
  together: number;
  /**
   * Resolves when it is this caller's turn, or with false when nothing `waits` for it: that costs no turn. Rejects when
   * `stopped`.
   */
  turn: (stopped: AbortSignal, waits: () => Promise<boolean>) => Promise<boolean>;
  /** The provider said "too many": nobody calls it for so long; null: it did not say, so each time for longer. */
  pause: (retryAfterSeconds: number | null) => Promise<void>;
  /** The provider took a mail: the next pause is a short one again. */
  taken: () => void;
}

/** Letters to the outbox: a few statements and a few short waits for the disk, so that others are heard in between. */
const outboxTogether = 20;

/** The outbox takes what comes. */
export const unpaced: ProviderPace = {
  together: outboxTogether,
  turn: async () => true,
  pause: async () => {},
  taken: () => {},
};

/** The pace of all instances together: turns and pauses are kept in the database that they share. */
export function providerPace(db: Database, provider: MailServiceProvider, perSecond: number): ProviderPace {
  const together = Math.ceil(perSecond / turnsPerSecond);
  const gapMs = (together / perSecond) * 1000;
  let pauses = 0;
  let pausedUntil = 0;
  return {
    together,
    async turn(stopped, waits) {
      // Asked again after each wait: another instance may have taken what waited.
      while (await waits()) {
        // What this process was told holds at once, before the database knows.
        const waitMs = Math.max(pausedUntil - performance.now(), 0) || (await takeTurn(db, provider, gapMs));
        if (!waitMs) return true;
        // In pieces: an instance whose clock or whose pause changes is not slept through.
        await setTimeout(Math.min(waitMs, 5_000), null, { signal: stopped });
      }
      return false;
    },
    async pause(retryAfterSeconds) {
      // Those that were under way together are told together; that is one pause.
      if (performance.now() >= pausedUntil) pauses += 1;
      const seconds = Math.min(Math.max(retryAfterSeconds ?? 2 ** pauses, 1), longestPauseSeconds);
      pausedUntil = Math.max(pausedUntil, performance.now() + seconds * 1000);
      await putOffTurns(db, provider, seconds);
    },
    taken() {
      if (performance.now() >= pausedUntil) pauses = 0;
    },
  };
}
