import { tooManyAttempts } from './Refusal.ts';

/** Under each name so much may be under way at once; whoever comes then does not wait, but gets a 429. */
export class Places {
  readonly #taken = new Map<string, number>();
  readonly #atOnce: number;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Takes a place, and answers what gives it back: to be called once. */
  take(name: string): () => void {
    const taken = this.#taken.get(name) ?? 0;
    if (taken >= this.#atOnce) throw tooManyAttempts(5);
    this.#taken.set(name, taken + 1);
    return () => {
      const left = this.#taken.get(name)! - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    };
  }
}
