import PQueue from 'p-queue';

interface KeyedLimits {
  concurrency: number;
  /** Maximum number of waiting tasks per key. Tasks with priority (`first`) are counted separately. */
  maxWaiting: number;
  full: () => Error;
}

/** Limits concurrent tasks per key in this process. Rejects with `full()` if too many wait. */
export class KeyedLimiter {
  readonly #queues = new Map<string, PQueue>();
  readonly #limits: KeyedLimits;

  constructor(limits: KeyedLimits) {
    this.#limits = limits;
  }

  async run<T>(task: () => Promise<T>, { key = '', first = false } = {}): Promise<T> {
    const { concurrency, maxWaiting, full } = this.#limits;
    const queue = this.#queues.get(key) ?? new PQueue({ concurrency });
    const priority = first ? 1 : 0;
    if (queue.pending >= concurrency && queue.sizeBy({ priority }) >= maxWaiting) throw full();
    this.#queues.set(key, queue);
    try {
      return (await queue.add(task, { priority })) as T;
    } finally {
      if (queue.pending + queue.size === 0) this.#queues.delete(key);
    }
  }

  /** Counts as a running task until the returned function is called. Throws `full()` at the limit. */
  hold(key: string): () => void {
    if ((this.#queues.get(key)?.pending ?? 0) >= this.#limits.concurrency) throw this.#limits.full();
    const { promise, resolve } = Promise.withResolvers<void>();
    void this.run(() => promise, { key });
    return resolve;
  }
}
