import { ArrowDown, ArrowUp } from 'lucide-react';
import { count } from 'shared/format/count';
import { BidiName, Card } from 'shared/kit';
import { nextSort, totalsOf, type Sort } from './shownRows.ts';
import classes from './Summary.module.css';
import type { SummaryAbout, SummaryRow } from './summaryAbout.ts';

interface SummaryTableProps {
  about: SummaryAbout;
  rows: readonly SummaryRow[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** The rows as they are shown, numbered in that order, and their totals. Head and totals stay in sight. */
export function SummaryTable({ about: { title, nameHead, figureHeads }, rows, sort, onSort }: SummaryTableProps) {
  const columns = [{ head: nameHead, by: 'name' as Sort['by'] }, ...figureHeads.map((head, by) => ({ head, by }))];
  return (
    <Card label={title} padded={false} className={classes.tableCard}>
      {/* What scrolls is reached by keys too. */}
      <div className={classes.scroll} role="region" aria-label={`${title}, table`} tabIndex={0}>
        <table className={figureHeads.length > 1 ? `${classes.table} ${classes.wide}` : classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                S. No
              </th>
              {columns.map(({ head, by }) => (
                <SortHead key={head} head={head} by={by} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, figures }, index) => (
              // Two members may have had the same name.
              <tr key={`${name} ${index}`}>
                <td className={classes.number}>{index + 1}</td>
                <th scope="row">
                  <BidiName name={name} />
                </th>
                {figures.map((figure, place) => (
                  <td key={place} className={classes.figure}>
                    {count(figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={classes.number} />
              <th scope="row">Total</th>
              {totalsOf(rows, figureHeads.length).map((total, place) => (
                <td key={place} className={classes.figure}>
                  {count(total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  );
}

interface SortHeadProps {
  head: string;
  by: Sort['by'];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function SortHead({ head, by, sort, onSort }: SortHeadProps) {
  const sorted = sort.by === by;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={by === 'name' ? undefined : classes.figure}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort(nextSort(sort, by))}>
        {head}
        {sorted && <Arrow size={12} strokeWidth={2} aria-hidden />}
      </button>
    </th>
  );
}
