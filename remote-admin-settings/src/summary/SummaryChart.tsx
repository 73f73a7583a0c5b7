import { useEffect, useState, type ComponentType, type ComponentProps } from 'react';
import { count } from 'shared/format/count';
import { Card } from 'shared/kit';
import type * as chart from 'shared/kit/chart';
import { defaultSort, sortRows, type SummaryConfig, type SummaryRow } from './SummaryTable.tsx';
import classes from './Summary.module.css';

const maxBars = 12;

export function SummaryChart({ about, rows }: { about: SummaryConfig; rows: readonly SummaryRow[] }) {
  const { title, series } = about.chart;
  const [Bars, failed] = useBars();
  const largest = sortRows(rows, defaultSort).slice(0, maxBars);
  const told = largest.slice(0, 3).map(({ name, figures }) => `${name} ${count(figures[0]!)}`);
  return (
    <Card title={title}>
      {failed && <p className={classes.quiet}>The chart could not be loaded. The table has the same figures.</p>}
      {Bars && (
        <Bars
          label={`Bar chart: ${told.join(', ')}. The table holds the same figures.`}
          series={series}
          rows={largest.map(({ name, figures }) => ({ name, values: series.map(({ figure }) => figures[figure]!) }))}
        />
      )}
      {rows.length > maxBars && (
        <p className={classes.quiet}>
          The {maxBars} largest of {count(rows.length)}.
        </p>
      )}
    </Card>
  );
}

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
