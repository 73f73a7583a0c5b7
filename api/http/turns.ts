/** Queues of one: tasks under the same name run one after the other, in this process. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `task` once every earlier task of this name has ended. */
  async take<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(task, task);
    const settled = mine.catch(() => {});
    this.#last.set(name, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }
}
