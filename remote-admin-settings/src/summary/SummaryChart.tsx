import { lazy, Suspense, useState } from 'react';
import { count } from 'shared/format/count';
import { Card } from 'shared/kit';
import { ErrorBoundary } from 'shared/kit/base';
import { defaultSort, sortRows, type SummaryTexts, type SummaryRow } from './SummaryTable.tsx';
import classes from './Summary.module.css';

const maxBars = 12;

const lazyBars = () => lazy(async () => ({ default: (await import('shared/kit/chart')).Bars }));

export function SummaryChart({ about, rows }: { about: SummaryTexts; rows: readonly SummaryRow[] }) {
  const { title, series } = about.chart;
  // A rejected `lazy` stays rejected, so each visit makes its own.
  const [Bars] = useState(lazyBars);
  const largest = sortRows(rows, defaultSort).slice(0, maxBars);
  const largestTexts = largest.slice(0, 3).map(({ name, figures }) => `${name} ${count(figures[0]!)}`);
  return (
    <Card title={title}>
      <ErrorBoundary
        resetKey={about}
        fallback={() => <p className={classes.quiet}>The chart could not be loaded. The table has the same figures.</p>}
      >
        <Suspense fallback={null}>
          <Bars
            label={`Bar chart: ${largestTexts.join(', ')}. The table holds the same figures.`}
            series={series}
            rows={largest.map(({ name, figures }) => ({ name, values: series.map(({ figure }) => figures[figure]!) }))}
          />
        </Suspense>
      </ErrorBoundary>
      {rows.length > maxBars && (
        <p className={classes.quiet}>
          The {maxBars} largest of {count(rows.length)}.
        </p>
      )}
    </Card>
  );
}
