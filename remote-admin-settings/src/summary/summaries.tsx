import { summaryCalls, type CountryRow, type ProcessedByRow } from 'shared/api/summaryCalls';
import { useCall } from 'shared/desk';
import { SummaryScreen, useRequestedRange } from './SummaryScreen.tsx';
import type { SummaryConfig, SummaryRow } from './SummaryTable.tsx';

const countries: SummaryConfig = {
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
  empty: 'No orders arrived',
};

/** Country Order Details (rules 15.1). */
export function CountriesScreen() {
  const range = useRequestedRange();
  const loaded = useCall(summaryCalls.countries, range.asked);
  return (
    <SummaryScreen about={countries} range={range} loaded={loaded} rows={loaded.data?.data.map(countryRow) ?? null} />
  );
}

const countryRow = (row: CountryRow): SummaryRow => ({
  name: row.current_nationality || 'Not stated',
  figures: [row.count, row.standard_count, row.priority_count, row.future_count],
});

const processedBy: SummaryConfig = {
  title: 'Processed By',
  nameHead: 'Name',
  figureHeads: ['Order Count'],
  searched: 'name',
  chart: { title: 'Orders by member', series: [{ label: 'Orders', color: 'standard', figure: 0 }] },
  fileName: 'processed-by',
  empty: 'No orders were completed',
};

/** Processed By (rules 15.6). */
export function ProcessedByScreen() {
  const range = useRequestedRange();
  const loaded = useCall(summaryCalls.processedBy, range.asked);
  return (
    <SummaryScreen about={processedBy} range={range} loaded={loaded} rows={loaded.data?.data.map(memberRow) ?? null} />
  );
}

const memberRow = ({ processed_by: name, count, deleted }: ProcessedByRow): SummaryRow => ({
  name: deleted ? `${name} (deleted)` : name,
  figures: [count],
});
