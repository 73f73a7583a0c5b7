import type { SummaryRow } from './summaryAbout.ts';

/** By which column: the name, or the place of a figure. */
export interface Sort {
  by: 'name' | number;
  descending: boolean;
}

/** The most first. */
export const firstSort: Sort = { by: 0, descending: true };

/** What a press on a column's head sorts by: names from A, figures from the most; once more, the other way round. */
export const nextSort = (sort: Sort, by: Sort['by']): Sort => ({
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
