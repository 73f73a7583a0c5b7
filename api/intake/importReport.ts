/** All that an import tells: its progress, its result, and the lines that were not taken in. */
import { once } from 'node:events';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { count } from 'shared/format/count';
import type { ImportTally, RejectedLine } from './importOrders.ts';

const barWidth = 30;
const maxReasons = 3;
const linesOnScreen = 5;

interface Screen {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/** Shows a bar that stays in its line on a terminal, and a line every few seconds elsewhere. */
export class ImportProgress {
  readonly #screen: Screen;
  /** Bytes of the file, or null for a pipe. */
  readonly #size: number | null;
  readonly #began = performance.now();
  #lastShown = -Infinity;

  constructor(screen: Screen, size: number | null) {
    this.#screen = screen;
    this.#size = size;
  }

  show(tally: ImportTally, bytesRead: number): void {
    const now = performance.now();
    if (now - this.#lastShown < (this.#screen.isTTY ? 200 : 5_000)) return;
    this.#lastShown = now;
    const line = progressLine(tally, { seconds: this.#seconds, share: this.#size && bytesRead / this.#size });
    this.#screen.write(this.#screen.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
  }

  /** Clears the bar, and returns how many seconds the import took. */
  end(): number {
    if (this.#screen.isTTY) this.#screen.write('\r\x1b[2K');
    return this.#seconds;
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1_000;
  }
}

/** '██████░░░░ 61 % · 612,000 in · 21,300 a second · 18 s left'. A `share` of null: the end is not known. */
export function progressLine(
  tally: ImportTally,
  { seconds, share }: { seconds: number; share: number | null },
): string {
  const done = tally.accepted + tally.repeated + tally.rejected;
  const rate = seconds > 0 ? done / seconds : 0;
  const full = Math.min(1, share ?? 0);
  const bar = '█'.repeat(Math.round(full * barWidth)).padEnd(barWidth, '░');
  const left = share ? Math.ceil((seconds / share) * (1 - full)) : 0;
  return [
    ...(share === null ? [] : [`${bar} ${Math.floor(full * 100)} %`]),
    `${count(tally.accepted)} in`,
    ...(tally.repeated ? [`${count(tally.repeated)} known already`] : []),
    ...(tally.rejected ? [`${count(tally.rejected)} rejected`] : []),
    `${count(Math.round(rate))} a second`,
    ...(share ? [`${count(left)} s left`] : []),
  ].join(' · ');
}

/** 'Taken in: 999,990. Known already: 0. Rejected: 10. 47.1 s, 21,231 a second.' */
export function summaryLine(tally: ImportTally, seconds: number): string {
  const rate = (tally.accepted + tally.repeated + tally.rejected) / Math.max(seconds, 0.001);
  return (
    `Taken in: ${count(tally.accepted)}. Known already: ${count(tally.repeated)}. ` +
    `Rejected: ${count(tally.rejected)}. ${seconds.toFixed(1)} s, ${count(Math.round(rate))} a second.`
  );
}

/**
 * The report of the lines that were not taken in, as NDJSON: number, order id, field → text. It holds nothing else of
 * an order. A file of an earlier run is deleted, and a new one made for the first rejected line.
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
    if (lines.length === 0) return;
    // Batches end in any order.
    this.first = [...this.first, ...lines].sort((one, other) => one.line - other.line).slice(0, linesOnScreen);
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

/** 'Line 5,000 (order 999999): email: Must be an e-mail address', for a terminal. */
export function rejectedText({ line, order_id: orderId, errors }: RejectedLine): string {
  const reasons = Object.entries(errors).map(([field, text]) => (ofNoField.has(field) ? text : `${field}: ${text}`));
  const further = reasons.length - maxReasons;
  const told = [...reasons.slice(0, maxReasons), ...(further > 0 ? [`and ${further} more`] : [])];
  const text = `Line ${count(line)}${orderId ? ` (order ${orderId})` : ''}: ${told.join('; ')}`;
  // The sender chose the id and the field names, and a terminal obeys control characters.
  return text.replace(/\p{C}/gu, '\ufffd');
}

/** Keys of faults that concern the whole line or the whole order. */
const ofNoField = new Set(['line', 'order']);
