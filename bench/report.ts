import { figures, type Figures, type Rate } from './measure.ts';

/** One line of the table. `aim` is what it is held against; nothing here judges. */
export interface Line {
  what: string;
  figure: string;
  spread?: string;
  aim?: string;
}

const ms = (value: number) =>
  value < 10 ? `${value.toFixed(2)} ms` : value < 10_000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;

/** Median as the figure; min, p95, p99, max and the number of runs as the spread. */
export const timeLine = (what: string, { count, min, median, p95, p99, max }: Figures, aim?: string): Line => ({
  what,
  figure: ms(median),
  spread: `min ${ms(min)}, p95 ${ms(p95)}, p99 ${ms(p99)}, max ${ms(max)}, ${count} runs`,
  aim,
});

/** Answers a second, and what part of another thing's that is: the median of the parts of each round, and their range. */
export function ratesLine(what: string, { median, p95, p99, perSecond }: Rate, other: Rate, aim?: string): Line {
  const parts = figures(perSecond.map((rate, round) => (rate / other.perSecond[round]!) * 100));
  const part = `${parts.median.toFixed(0)} % of the bare route (${parts.min.toFixed(0)} to ${parts.max.toFixed(0)})`;
  return {
    what,
    figure: `${Math.round(figures(perSecond).median).toLocaleString('en')} /s`,
    spread: `${part}; p50 ${ms(median)}, p95 ${ms(p95)}, p99 ${ms(p99)}`,
    aim,
  };
}

/** How many times the one's median is the other's. */
export const ratioLine = (what: string, one: Figures, other: Figures): Line => ({
  what,
  figure: `${(one.median / other.median).toFixed(2)} ×`,
});

export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ what, figure, spread, aim }) => `| ${what} | ${figure} | ${spread ?? ''} | ${aim ?? ''} |`);
  return ['| what | median | spread | aim |', '| --- | ---: | --- | --- |', ...rows].join('\n');
}
