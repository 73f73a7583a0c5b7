import { summaryCalls, type CountryRow } from 'shared/api/summaryCalls';
import { useCall } from 'shared/desk';
import type { SummaryAbout, SummaryRow } from '../summary/summaryAbout.ts';
import { SummaryScreen, useAskedRange } from '../summary/SummaryScreen.tsx';

const about: SummaryAbout = {
  title: 'Country Order Details',
  nameHead: 'State/Territory',
  figureHeads: ['Order Count', 'Standard Processing', 'Priority Processing', 'Future Order Processing'],
  searched: 'nationality',
  chart: {
    title: 'Orders by country',
    series: [
      { label: 'Standard', color: 'standard', figure: 1 },
      { label: 'Priority', color: 'priority', figure: 2 },
      { label: 'Future', color: 'future', figure: 3 },
    ],
  },
  fileName: 'country-orders',
  empty: 'No order came in',
};

/** Country Order Details (rules 15.1): how many orders came from each nationality between two days. */
export function CountriesScreen() {
  const range = useAskedRange();
  const loaded = useCall(summaryCalls.countries, range.asked);
  return <SummaryScreen about={about} range={range} loaded={loaded} rows={loaded.data?.data.map(toRow) ?? null} />;
}

const toRow = (row: CountryRow): SummaryRow => ({
  name: row.current_nationality || 'Not stated',
  figures: [row.count, row.standard_count, row.priority_count, row.future_count],
});
