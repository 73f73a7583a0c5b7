import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckedPortion, OrderForm } from './checkPortion.ts';
import type { Portion } from './linePortions.ts';

/** What a thread is asked; `spare` is memory for its answer. */
export interface CheckRequest {
  portion: Portion;
  form: OrderForm;
  now: Date;
  spare: ArrayBuffer | undefined;
}

/** What it answers; `memory` is the portion's, which is done with. */
export interface CheckReply {
  checked: CheckedPortion;
  memory: ArrayBuffer;
}

/**
 * Threads that check portions, each one at a time. Memory goes round instead of being made anew: megabytes a portion
 * would keep the garbage collector busier than the orders do the rest.
 */
export class PortionCheckers {
  /** Memory of portions that are done with, for `linePortions`. */
  readonly spare: ArrayBuffer[] = [];
  readonly #form: OrderForm;
  readonly #all: Worker[];
  readonly #idle: Worker[];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  readonly #spareForAnswers: ArrayBuffer[] = [];

  constructor(count: number, form: OrderForm) {
    this.#form = form;
    this.#all = Array.from({ length: count }, () => new Worker(new URL('portionWorker.ts', import.meta.url)));
    this.#idle = [...this.#all];
  }

  /** Takes the portion's memory along: the caller has it no more. */
  async check(portion: Portion): Promise<CheckedPortion> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    const spare = this.#spareForAnswers.pop();
    const request: CheckRequest = { portion, form: this.#form, now: new Date(), spare };
    worker.postMessage(request, [portion.bytes.buffer, ...(spare ? [spare] : [])]);
    // `once` rejects when the thread fails.
    const [{ checked, memory }] = (await once(worker, 'message')) as [CheckReply];
    this.spare.push(memory);
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
    return checked;
  }

  /** Takes back the memory of a portion that is in. */
  doneWith({ bytes }: CheckedPortion): void {
    this.#spareForAnswers.push(bytes.buffer);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}
