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

export class ImportProgress {
  readonly #screen: Screen;
  /** In bytes, or null for a pipe. */
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

  end(): number {
    if (this.#screen.isTTY) this.#screen.write('\r\x1b[2K');
    return this.#seconds;
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1_000;
  }
}

/** '██████░░░░ 61 % · 612,000 imported · 21,300 a second · 18 s left'. `share` is null if the end is unknown. */
export function progressLine(tally: ImportTally, { seconds, share }: { seconds: number; share: number | null }) {
  const done = tally.accepted + tally.repeated + tally.rejected;
  const rate = seconds > 0 ? done / seconds : 0;
  const full = Math.min(1, share ?? 0);
  const bar = '█'.repeat(Math.round(full * barWidth)).padEnd(barWidth, '░');
  const left = share ? Math.ceil((seconds / share) * (1 - full)) : 0;
  return [
    ...(share === null ? [] : [`${bar} ${Math.floor(full * 100)} %`]),
    `${count(tally.accepted)} imported`,
    ...(tally.repeated ? [`${count(tally.repeated)} already known`] : []),
    ...(tally.rejected ? [`${count(tally.rejected)} rejected`] : []),
    `${count(Math.round(rate))} a second`,
    ...(share ? [`${count(left)} s left`] : []),
  ].join(' · ');
}

export function summaryLine(tally: ImportTally, seconds: number): string {
  const rate = (tally.accepted + tally.repeated + tally.rejected) / Math.max(seconds, 0.001);
  return (
    `Imported: ${count(tally.accepted)}. Already known: ${count(tally.repeated)}. ` +
    `Rejected: ${count(tally.rejected)}. ${seconds.toFixed(1)} s, ${count(Math.round(rate))} a second.`
  );
}

/** Deletes an earlier run's file, and creates a new one once a line is rejected. */
export class RejectedReport {
  readonly path: string;
  first: readonly RejectedLine[] = [];
  #stream: WriteStream | null = null;

  constructor(path: string) {
    this.path = path;
    rmSync(path, { force: true });
  }

  async add(lines: readonly RejectedLine[]): Promise<void> {
    if (lines.length === 0) return;
    // Sorted, because batches may finish in any order.
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

export function rejectedText({ line, order_id: orderId, errors }: RejectedLine): string {
  const reasons = Object.entries(errors).map(([field, text]) => (ofNoField.has(field) ? text : `${field}: ${text}`));
  const further = reasons.length - maxReasons;
  const shownReasons = [...reasons.slice(0, maxReasons), ...(further > 0 ? [`and ${further} more`] : [])];
  const text = `Line ${count(line)}${orderId ? ` (order ${orderId})` : ''}: ${shownReasons.join('; ')}`;
  // The sender chose these texts, and terminals interpret control characters.
  return text.replace(/\p{C}/gu, '\ufffd');
}

/** Keys of errors about the whole line or order. */
const ofNoField = new Set(['line', 'order']);
