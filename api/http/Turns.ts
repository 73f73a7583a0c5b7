import { tooManyAttempts } from './Refusal.ts';

/**
 * Queues of one: tasks under the same name run one after the other, in this process. Whoever comes when `mostWaiting` of
 * the name wait already gets a 429.
 */
export class Turns {
  readonly #queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  readonly #mostWaiting: number;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `task` once every earlier task of this name has ended. */
  async take<T>(name: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? { last: Promise.resolve(), waiting: -1 };
    if (queue.waiting >= this.#mostWaiting) throw tooManyAttempts(2);
    this.#queues.set(name, queue);
    queue.waiting += 1;
    const mine = queue.last.then(task, task);
    queue.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting < 0) this.#queues.delete(name);
    }
  }
}
