import PQueue from 'p-queue';
import { tooManyAttempts } from './Refusal.ts';

/**
 * For work that must not take the whole machine: `atOnce` tasks run, `waiting` more wait, and whoever comes then gets a
 * 429. Those that go `first` have as many places of their own, before all others.
 */
export class BoundedQueue {
  readonly #queue: PQueue;
  readonly #waiting: number;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#waiting = waiting;
  }

  async run<T>(task: () => Promise<T>, { first = false } = {}): Promise<T> {
    const priority = first ? 1 : 0;
    if (this.#queue.sizeBy({ priority }) >= this.#waiting) throw tooManyAttempts(2);
    return (await this.#queue.add(task, { priority })) as T;
  }
}
