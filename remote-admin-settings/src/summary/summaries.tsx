import { summaryCalls, type CountryRow, type ProcessedByRow } from 'shared/api/summaryCalls';
import { type Summary, SummaryScreen } from './SummaryScreen.tsx';

const countries: Summary<CountryRow> = {
  call: summaryCalls.countries,
  rowOf: (row) => ({
    name: row.current_nationality || 'Not stated',
    figures: [row.count, row.standard_count, row.priority_count, row.future_count],
  }),
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
  empty: { everything: 'No orders have arrived yet.', range: 'No orders arrived on these dates.' },
};

/** Country Order Details (rule 15.1). */
export const CountriesScreen = () => <SummaryScreen about={countries} />;

const processedBy: Summary<ProcessedByRow> = {
  call: summaryCalls.processedBy,
  rowOf: ({ processed_by: name, count, deleted }) => ({ name: deleted ? `${name} (deleted)` : name, figures: [count] }),
  title: 'Processed By',
  nameHead: 'Name',
  figureHeads: ['Order Count'],
  searched: 'name',
  chart: { title: 'Orders by member', series: [{ label: 'Orders', color: 'standard', figure: 0 }] },
  fileName: 'processed-by',
  empty: {
    everything: 'No orders have been completed yet.',
    range: 'No orders were completed on these dates.',
  },
};

/** Processed By (rule 15.6). */
export const ProcessedByScreen = () => <SummaryScreen about={processedBy} />;
