import { summaryCalls, type ProcessedByRow } from 'shared/api/summaryCalls';
import { useCall } from 'shared/desk';
import type { SummaryAbout, SummaryRow } from '../summary/summaryAbout.ts';
import { SummaryScreen, useAskedRange } from '../summary/SummaryScreen.tsx';

const about: SummaryAbout = {
  title: 'Processed By',
  nameHead: 'Name',
  figureHeads: ['Order Count'],
  searched: 'name',
  chart: { title: 'Orders by member', series: [{ label: 'Orders', color: 'standard', figure: 0 }] },
  fileName: 'processed-by',
  empty: 'No order was completed',
};

/** Processed By (rules 15.6): how many orders each member completed between two days. */
export function ProcessedByScreen() {
  const range = useAskedRange();
  const loaded = useCall(summaryCalls.processedBy, range.asked);
  return <SummaryScreen about={about} range={range} loaded={loaded} rows={loaded.data?.data.map(toRow) ?? null} />;
}

const toRow = ({ processed_by: name, count, deleted }: ProcessedByRow): SummaryRow => ({
  name: deleted ? `${name} (deleted)` : name,
  figures: [count],
});
