import { readFile } from 'node:fs/promises';

export interface Figures {
  count: number;
  min: number;
  median: number;
  p95: number;
  p99: number;
  max: number;
}

/** Times each of the things `count` times, alternately, so that a slow minute of the machine affects all of them. */
export async function sampleTogether<Name extends string>(
  count: number,
  things: Record<Name, () => Promise<unknown>>,
  warmUp = Math.ceil(count / 10),
): Promise<Record<Name, Figures>> {
  const names = Object.keys(things) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let i = -warmUp; i < count; i += 1) {
    for (const name of names) {
      const ms = await timed(things[name]);
      if (i >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, figures(times[name])])) as Record<Name, Figures>;
}

/** Duration in milliseconds. */
export async function timed(once: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await once();
  return performance.now() - began;
}

/** Statistics in milliseconds. */
export function figures(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return { count: sorted.length, min: sorted[0]!, median: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1)! };
}

/** Memory of a process in MB, on Linux only. */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

export interface Line {
  what: string;
  figure: string;
  spread?: string;
  aim?: string;
}

const ms = (value: number) =>
  value < 10 ? `${value.toFixed(2)} ms` : value < 10_000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;

/** A line with the median as figure, and min, p95, p99, max and the number of runs as spread. */
export const timeLine = (what: string, { count, min, median, p95, p99, max }: Figures, aim?: string): Line => ({
  what,
  figure: ms(median),
  spread: `min ${ms(min)}, p95 ${ms(p95)}, p99 ${ms(p99)}, max ${ms(max)}, ${count} ${count === 1 ? 'run' : 'runs'}`,
  aim,
});

export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ what, figure, spread, aim }) => `| ${what} | ${figure} | ${spread ?? ''} | ${aim ?? ''} |`);
  return ['| what | median | spread | aim |', '| --- | ---: | --- | --- |', ...rows].join('\n');
}
