import { useEffect, useState, type ComponentType, type ComponentProps } from 'react';
import { count } from 'shared/format/count';
import { Card } from 'shared/kit';
import type * as chart from 'shared/kit/chart';
import { firstSort, sortedRows } from './SummaryTable.tsx';
import classes from './Summary.module.css';
import type { SummaryAbout, SummaryRow } from './SummaryScreen.tsx';

/** So many bars are told apart at a glance. */
const atMost = 12;

/** A bar for each of the largest rows. The table beside it holds the same figures, so a chart that cannot come says so. */
export function SummaryChart({ about, rows }: { about: SummaryAbout; rows: readonly SummaryRow[] }) {
  const { title, series } = about.chart;
  const [Bars, failed] = useBars();
  const largest = sortedRows(rows, firstSort).slice(0, atMost);
  const told = largest.slice(0, 3).map(({ name, figures }) => `${name} ${count(figures[0]!)}`);
  return (
    <Card title={title}>
      {failed && <p className={classes.quiet}>The chart could not be loaded. The table has all its figures.</p>}
      {Bars && (
        <Bars
          label={`Bar chart: ${told.join(', ')}. The table holds the same figures.`}
          series={series}
          rows={largest.map(({ name, figures }) => ({ name, values: series.map(({ figure }) => figures[figure]!) }))}
        />
      )}
      {rows.length > atMost && (
        <p className={classes.quiet}>
          The {atMost} largest of {count(rows.length)}.
        </p>
      )}
    </Card>
  );
}

/** The chart's code comes after the table, and with these screens only. */
function useBars(): [ComponentType<ComponentProps<typeof chart.Bars>> | null, boolean] {
  const [bars, setBars] = useState<{ Bars: typeof chart.Bars } | 'failed' | null>(null);
  useEffect(() => {
    let here = true;
    import('shared/kit/chart').then(
      ({ Bars }) => here && setBars({ Bars }),
      () => here && setBars('failed'),
    );
    return () => {
      here = false;
    };
  }, []);
  return bars === 'failed' ? [null, true] : [bars?.Bars ?? null, false];
}
