import type { BarSeries } from 'shared/kit/chart';

/** One row of a summary as it is shown: its name, and a figure for each head. */
export interface SummaryRow {
  name: string;
  figures: readonly number[];
}

/** What tells one summary from the other. */
export interface SummaryAbout {
  title: string;
  /** Above the names. */
  nameHead: string;
  /** Above the figures; the first is the sum, by which the table is sorted at first. */
  figureHeads: readonly [string, ...string[]];
  /** What its search looks at: "nationality". */
  searched: string;
  /** `figure` is the place of each part of a bar among the figures. */
  chart: { title: string; series: readonly (BarSeries & { figure: number })[] };
  /** How the name of its CSV begins. */
  fileName: string;
  /** Why nothing is shown: "No order came in". */
  empty: string;
}
