import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useShortcuts } from 'shared/desk';
import { count } from 'shared/format/count';
import { BidiName, Card, SearchField } from 'shared/kit';
import classes from './Summary.module.css';

export interface SummaryRow {
  name: string;
  figures: readonly number[];
}

export interface SummaryTexts {
  title: string;
  nameHead: string;
  /** The first column holds the row's total, and is the default sort. */
  figureHeads: readonly [string, ...string[]];
  /** The name of the searched column, such as "nationality". */
  searched: string;
  /** The parts of each bar, in order. `figure` is an index into the row's `figures`. */
  chart: {
    title: string;
    series: readonly { label: string; color: 'standard' | 'priority' | 'future'; figure: number }[];
  };
  /** The prefix of the CSV's file name. */
  fileName: string;
  /** The texts for a summary without rows: of all orders, and of a range of dates. */
  empty: { everything: string; range: string };
}

interface SummaryTableProps {
  about: SummaryTexts;
  rows: readonly SummaryRow[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function SummaryTable({ about: { title, nameHead, figureHeads }, rows, sort, onSort }: SummaryTableProps) {
  const columns = [{ head: nameHead, by: 'name' as Sort['by'] }, ...figureHeads.map((head, by) => ({ head, by }))];
  const isWide = figureHeads.length > 1;
  return (
    <Card label={title} padded={false} className={classes.tableCard}>
      {isWide && <p className={classes.swipe}>Scroll sideways for more columns.</p>}
      {/* Focusable, so that the keyboard can scroll it. */}
      <div className={classes.scroll} role="region" aria-label={`${title}, table`} tabIndex={0}>
        <table className={isWide ? `${classes.table} ${classes.wide}` : classes.table}>
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
              // Names of deleted members may repeat.
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
              {columnTotals(rows, figureHeads.length).map((total, place) => (
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

interface NameSearchProps {
  searched: string;
  term: string;
  onChange: (term: string) => void;
}

/** The field that filters the loaded rows. The `/` key focuses it. */
export function NameSearch({ searched, term, onChange }: NameSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  return (
    <SearchField
      ref={input}
      className={classes.search}
      label={`Search by ${searched}`}
      placeholder={searched.charAt(0).toUpperCase() + searched.slice(1)}
      value={term}
      onChange={onChange}
    />
  );
}

/** The sorted column is 'name' or the index of a figure. */
export interface Sort {
  by: 'name' | number;
  descending: boolean;
}

export const defaultSort: Sort = { by: 0, descending: true };

/** A first press sorts names from A to Z, and figures from the largest. A second press reverses the order. */
const nextSort = (sort: Sort, by: Sort['by']): Sort => ({
  by,
  descending: sort.by === by ? !sort.descending : by !== 'name',
});

/** Ignores case (rule 15.8). */
export function filterRows(rows: readonly SummaryRow[], term: string): readonly SummaryRow[] {
  const text = term.trim().toLowerCase();
  return text ? rows.filter(({ name }) => name.toLowerCase().includes(text)) : rows;
}

const byName = new Intl.Collator('en');

export function sortRows(rows: readonly SummaryRow[], { by, descending }: Sort): SummaryRow[] {
  const names = (one: SummaryRow, other: SummaryRow) => byName.compare(one.name, other.name);
  const way = descending ? -1 : 1;
  return rows.toSorted((one, other) =>
    by === 'name' ? way * names(one, other) : way * (one.figures[by]! - other.figures[by]!) || names(one, other),
  );
}

export const columnTotals = (rows: readonly SummaryRow[], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => rows.reduce((sum, { figures }) => sum + figures[column]!, 0));
