/** So often the database is asked before its answer is remembered: who is refused once or twice is a person. */
const askedBefore = 5;
const mostKept = 10_000;

/**
 * What the database refused again and again, until when: whoever goes on all the same is answered without asking it. It
 * only ever repeats a refusal, for no longer than the database said, so that several instances may each have their own.
 */
export class RememberedRefusals {
  readonly #refused = new Map<string, { until: number; times: number }>();

  /** Seconds that are left, of the longest; 0: the database must be asked. */
  secondsLeft(names: readonly string[]): number {
    const left = names.map((name) => {
      const known = this.#refused.get(name);
      return known && known.times > askedBefore ? known.until - Date.now() : 0;
    });
    return Math.max(0, ...left) / 1000;
  }

  /** The database refused for so many seconds. */
  refused(name: string, seconds: number): void {
    const times = (this.#refused.get(name)?.times ?? 0) + 1;
    this.#refused.delete(name);
    // The one that was refused longest ago makes room.
    if (this.#refused.size >= mostKept) this.#refused.delete(this.#refused.keys().next().value!);
    this.#refused.set(name, { until: Date.now() + seconds * 1000, times });
  }

  /** The database let it through. */
  allowed(names: readonly string[]): void {
    for (const name of names) this.#refused.delete(name);
  }
}
