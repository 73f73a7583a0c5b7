/** The charts of the kit, loaded only by screens that draw one (docs/decisions/24-summaries.md). */
export { Bars, type BarSeries } from './Bars.tsx';
