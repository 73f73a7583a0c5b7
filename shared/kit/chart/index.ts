/** The fourth part of the kit: charts. Only a screen that draws one loads it (docs/decisions/24-summaries.md). */
export { Bars, type BarSeries } from './Bars.tsx';
