/** A seeded random generator (mulberry32), for reproducible tests and benches. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  oneOf<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }

  weighted<Key extends string>(weights: Partial<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)!)[0];
  }
}
