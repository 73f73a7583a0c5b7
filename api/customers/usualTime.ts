import { readUsualMs } from './customerQueries.ts';
import type { Database } from '../db/database.ts';

type Mode = 'standard' | 'priority';

/** What makes a figure: so many of the newest orders that were ready of late, and at least so many of them. */
export const usualSample = { most: 500, least: 20, days: 30 };

const keptMs = 10 * 60_000;

/** How long nine of ten orders of a processing mode took of late (rules 16.23), read anew every ten minutes. */
export class UsualTimes {
  readonly #known = new Map<Mode, { readAt: number; ms: Promise<number | null> }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** In milliseconds; null: too few were ready to tell. */
  of(db: Database, mode: Mode): Promise<number | null> {
    const known = this.#known.get(mode);
    if (known && this.#now() - known.readAt < keptMs) return known.ms;
    const ms = readUsualMs(db, mode, usualSample);
    this.#known.set(mode, { readAt: this.#now(), ms });
    // What failed is asked anew by the next.
    ms.catch(() => this.#known.delete(mode));
    return ms;
  }
}
