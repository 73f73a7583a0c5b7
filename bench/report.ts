import type { Figures } from './measure.ts';

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
