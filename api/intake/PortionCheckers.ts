import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckedPortion, OrderForm } from './checkPortion.ts';
import type { Portion } from './linePortions.ts';

/** Threads that check portions, each one at a time. */
export class PortionCheckers {
  readonly #form: OrderForm;
  readonly #all: Worker[];
  readonly #idle: Worker[];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(count: number, form: OrderForm) {
    this.#form = form;
    this.#all = Array.from({ length: count }, () => new Worker(new URL('portionWorker.ts', import.meta.url)));
    this.#idle = [...this.#all];
  }

  /** Takes the portion's memory along: the caller has it no more. */
  async check(portion: Portion): Promise<CheckedPortion> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    worker.postMessage({ portion, form: this.#form, now: new Date() }, [portion.bytes.buffer]);
    // `once` rejects when the thread fails.
    const [checked] = (await once(worker, 'message')) as [CheckedPortion];
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
    return checked;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}
