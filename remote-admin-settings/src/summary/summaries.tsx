import { summaryCalls, type CountryRow, type ProcessedByRow } from 'shared/api/summaryCalls';
import { useCall } from 'shared/desk';
import { SummaryScreen, useAskedRange, type SummaryAbout, type SummaryRow } from './SummaryScreen.tsx';

const countries: SummaryAbout = {
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
  return (
    <SummaryScreen about={countries} range={range} loaded={loaded} rows={loaded.data?.data.map(countryRow) ?? null} />
  );
}

const countryRow = (row: CountryRow): SummaryRow => ({
  name: row.current_nationality || 'Not stated',
  figures: [row.count, row.standard_count, row.priority_count, row.future_count],
});

const processedBy: SummaryAbout = {
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
  return (
    <SummaryScreen about={processedBy} range={range} loaded={loaded} rows={loaded.data?.data.map(memberRow) ?? null} />
  );
}

const memberRow = ({ processed_by: name, count, deleted }: ProcessedByRow): SummaryRow => ({
  name: deleted ? `${name} (deleted)` : name,
  figures: [count],
});
