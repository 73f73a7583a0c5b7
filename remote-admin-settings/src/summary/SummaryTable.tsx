import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useShortcuts } from 'shared/desk';
import { count } from 'shared/format/count';
import { BidiName, Card } from 'shared/kit';
import classes from './Summary.module.css';
import type { SummaryAbout, SummaryRow } from './SummaryScreen.tsx';

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

interface NameSearchProps {
  /** "nationality" */
  searched: string;
  term: string;
  onChange: (term: string) => void;
}

/** Looks for a text in the rows that are here: `/` comes to it, Esc clears and, once more, leaves. */
export function NameSearch({ searched, term, onChange }: NameSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (term) onChange('');
    else input.current?.blur();
  };
  return (
    <div className={classes.search} role="search">
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={`Search by ${searched}`}
        aria-keyshortcuts="/"
        placeholder={searched.charAt(0).toUpperCase() + searched.slice(1)}
        autoComplete="off"
        spellCheck={false}
        value={term}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={pressed}
      />
    </div>
  );
}

/** By which column: the name, or the place of a figure. */
export interface Sort {
  by: 'name' | number;
  descending: boolean;
}

/** The most first. */
export const firstSort: Sort = { by: 0, descending: true };

/** What a press on a column's head sorts by: names from A, figures from the most; once more, the other way round. */
const nextSort = (sort: Sort, by: Sort['by']): Sort => ({
  by,
  descending: sort.by === by ? !sort.descending : by !== 'name',
});

/** The rows whose name has the text in it, in any case (rules 15.8). */
export function foundRows(rows: readonly SummaryRow[], term: string): readonly SummaryRow[] {
  const text = term.trim().toLowerCase();
  return text ? rows.filter(({ name }) => name.toLowerCase().includes(text)) : rows;
}

const byName = new Intl.Collator('en');

/** In the order of a column; what is equal there goes by name. */
export function sortedRows(rows: readonly SummaryRow[], { by, descending }: Sort): SummaryRow[] {
  const names = (one: SummaryRow, other: SummaryRow) => byName.compare(one.name, other.name);
  const way = descending ? -1 : 1;
  return rows.toSorted((one, other) =>
    by === 'name' ? way * names(one, other) : way * (one.figures[by]! - other.figures[by]!) || names(one, other),
  );
}

/** The sum of each column of figures. */
export const totalsOf = (rows: readonly SummaryRow[], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => rows.reduce((sum, { figures }) => sum + figures[column]!, 0));
