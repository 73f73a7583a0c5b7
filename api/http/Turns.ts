import PQueue from 'p-queue';
import { tooManyAttempts } from './Refusal.ts';

/**
 * Queues of one: tasks under the same name run one after the other, in this process. Whoever comes when `mostWaiting` of
 * the name (at least one) wait already gets a 429.
 */
export class Turns {
  readonly #queues = new Map<string, PQueue>();
  readonly #mostWaiting: number;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `task` once every earlier task of this name has ended. */
  async take<T>(name: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? new PQueue({ concurrency: 1 });
    if (queue.size >= this.#mostWaiting) throw tooManyAttempts(2);
    this.#queues.set(name, queue);
    try {
      return (await queue.add(task)) as T;
    } finally {
      if (queue.pending === 0) this.#queues.delete(name);
    }
  }
}
