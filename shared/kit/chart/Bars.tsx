import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { count } from '../../format/count.ts';
import { BidiName } from '../text/Person.tsx';
import classes from './Bars.module.css';

export interface BarSeries {
  label: string;
  color: 'standard' | 'priority' | 'future';
}

interface BarsProps {
  label: string;
  /** The parts of each bar, from its start. A single part has no legend. */
  series: readonly BarSeries[];
  rows: readonly { name: string; values: readonly number[] }[];
}

const rowHeight = 26;
const none = { top: 0, bottom: 0, left: 0, right: 0 };

export function Bars({ label, series, rows }: BarsProps) {
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  return (
    <div role="img" aria-label={label}>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ label: name, color }) => (
            <li key={color}>
              <i className={classes[color]} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.rows}>
        <ol className={classes.names}>
          {rows.map(({ name }, index) => (
            <li key={index} title={name}>
              <BidiName name={name} />
            </li>
          ))}
        </ol>
        <div className={classes.bars}>
          <ChartsContainer
            height={rows.length * rowHeight}
            margin={none}
            series={series.map(({ color }, part) => ({
              type: 'bar',
              layout: 'horizontal',
              stack: 'all',
              color: `var(--ad-palette-chart-${color})`,
              data: rows.map(({ values }) => values[part]!),
            }))}
            // Use indexes, because names may repeat.
            yAxis={[
              { scaleType: 'band', data: rows.map((_, index) => index), position: 'none', categoryGapRatio: 0.46 },
            ]}
            xAxis={[{ position: 'none', min: 0, max: Math.max(1, ...sums), domainLimit: 'strict' }]}
            disableAxisListener
            disableKeyboardNavigation
            skipAnimation
          >
            <BarPlot skipAnimation />
          </ChartsContainer>
        </div>
        <ol className={classes.sums}>
          {sums.map((sum, index) => (
            <li key={index}>{count(sum)}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
