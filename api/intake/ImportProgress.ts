import { count } from 'shared/format/count';
import type { ImportTally } from './importOrders.ts';

const barWidth = 30;

interface Screen {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/** Tells on a terminal by a bar that stays in its line, elsewhere by a line every few seconds. */
export class ImportProgress {
  readonly #screen: Screen;
  /** Bytes of the file; null: nobody knows, as of a pipe. */
  readonly #size: number | null;
  readonly #began = performance.now();
  readonly #everyMs: number;
  #lastShown = -Infinity;

  constructor(screen: Screen, size: number | null) {
    this.#screen = screen;
    this.#size = size;
    this.#everyMs = screen.isTTY ? 200 : 5_000;
  }

  show(tally: ImportTally, bytesRead: number): void {
    const now = performance.now();
    if (now - this.#lastShown < this.#everyMs) return;
    this.#lastShown = now;
    const line = progressLine(tally, { seconds: this.#seconds, share: this.#size && bytesRead / this.#size });
    this.#screen.write(this.#screen.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
  }

  /** Takes the bar away, and answers how many seconds it took. */
  end(): number {
    if (this.#screen.isTTY) this.#screen.write('\r\x1b[2K');
    return this.#seconds;
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1_000;
  }
}

/** '██████░░░░ 61 % · 612,000 in · 21,300 a second · 18 s left'. `share` null: the end is not known. */
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
