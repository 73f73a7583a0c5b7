import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import type { RejectedLine } from './checkPortion.ts';

const mostFirst = 5;

/**
 * The report of the lines that were not taken in, as NDJSON: number, order id, field → text. It holds nothing else of
 * an order. Without a rejected line there is no file, also none of an earlier run.
 */
export class RejectedReport {
  readonly path: string;
  /** The first five lines of the file that were not taken in, for the screen. */
  first: readonly RejectedLine[] = [];
  #stream: WriteStream | null = null;

  constructor(path: string) {
    this.path = path;
    rmSync(path, { force: true });
  }

  async add(lines: readonly RejectedLine[]): Promise<void> {
    // Portions end in any order.
    this.first = [...this.first, ...lines].sort((one, other) => one.line - other.line).slice(0, mostFirst);
    this.#stream ??= createWriteStream(this.path, { mode: 0o600 });
    const more = this.#stream.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (!more) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    if (!stream) return;
    stream.end();
    await once(stream, 'close');
  }
}
