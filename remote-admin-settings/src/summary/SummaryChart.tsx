import { count } from 'shared/format/count';
import { BidiName, Card } from 'shared/kit';
import classes from './SummaryChart.module.css';
import { defaultSort, sortRows, type SummaryRow, type SummaryTexts } from './SummaryTable.tsx';

const maxBars = 12;

/** The largest rows as bars. Multiple series are stacked and have a legend. */
export function SummaryChart({ about, rows }: { about: SummaryTexts; rows: readonly SummaryRow[] }) {
  const { title, series } = about.chart;
  const largest = sortRows(rows, defaultSort)
    .slice(0, maxBars)
    .map(({ name, figures }) => {
      const parts = series.map(({ figure, color }) => ({ color, value: figures[figure]! }));
      return { name, parts, sum: parts.reduce((sum, { value }) => sum + value, 0) };
    });
  const longest = Math.max(1, ...largest.map(({ sum }) => sum));
  const largestTexts = largest.slice(0, 3).map(({ name, sum }) => `${name} ${count(sum)}`);
  return (
    <Card title={title}>
      <div role="img" aria-label={`Bar chart: ${largestTexts.join(', ')}. The table has the same figures.`}>
        {series.length > 1 && (
          <ul className={classes.legend}>
            {series.map(({ label, color }) => (
              <li key={color}>
                <i className={classes[color]} />
                {label}
              </li>
            ))}
          </ul>
        )}
        <ol className={classes.rows}>
          {largest.map(({ name, parts, sum }, index) => (
            <li key={index}>
              <span className={classes.name} title={name}>
                <BidiName name={name} />
              </span>
              <span className={classes.bar}>
                {parts.map(({ color, value }) => (
                  <i key={color} className={classes[color]} style={{ width: `${(100 * value) / longest}%` }} />
                ))}
              </span>
              <b>{count(sum)}</b>
            </li>
          ))}
        </ol>
      </div>
      {rows.length > maxBars && (
        <p className={classes.quiet}>
          Top {maxBars} of {count(rows.length)}
        </p>
      )}
    </Card>
  );
}
