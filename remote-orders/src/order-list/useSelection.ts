import { useMemo, useState } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { withKept } from './keptRows.ts';
import { nothingSelected, selectionOf, without, type Selection } from './selection.ts';

const noReasons: ReadonlyMap<string, string> = new Map();

/** All that a folder holds, or all that a search finds in it, beyond any page. */
export interface AllOf {
  /** Empty: the whole folder. */
  term: string;
  total: number;
  /** There are more than `total`. */
  more: boolean;
}

interface SelectionGiven {
  /** The rows of the page. */
  rows: readonly OrderRow[];
  /** The search of the moment: another one is another "all". */
  term: string;
}

/**
 * What is ticked, over all pages, and why the last action did not take some of it. The reasons go with the selection.
 */
export function useSelection({ rows, term }: SelectionGiven) {
  const [chosen, setChosen] = useState<Selection>(nothingSelected);
  const [all, setAll] = useState<AllOf | null>(null);
  const [reasons, setReasons] = useState(noReasons);
  const [kept, setKept] = useState<readonly OrderRow[]>([]);
  if (all && all.term !== term) setAll(null);

  const selected = useMemo(
    () =>
      all
        ? selectionOf(
            rows.map((row) => row.order_id),
            rows,
            nothingSelected,
          )
        : chosen,
    [all, rows, chosen],
  );
  const select = (next: Selection) => {
    setAll(null);
    setChosen(next);
    if (next.size > 0) return;
    setReasons(noReasons);
    setKept([]);
  };
  return {
    /** What is ticked, with "all" the rows of the page. */
    selected,
    /** Whether all of the folder or search are meant, whatever page one is on. */
    all,
    reasons,
    /** Orders that were not taken and may have left the folder since: they stay on screen for their reason. */
    kept,
    select,
    selectAll: (of: AllOf) => {
      select(nothingSelected);
      setAll(of);
    },
    clear: () => select(nothingSelected),
    /** After an action on ticked orders: what was done is no longer selected, what was not says why. */
    settle: (done: readonly string[], why: ReadonlyMap<string, string>) => {
      setChosen((now) => without(now, done));
      setReasons(why);
      setKept(withKept(rows, kept).filter((row) => why.has(row.order_id)));
    },
    /** After an action on all: only what was not done stays selected, on whatever page it is. */
    settleAll: (why: ReadonlyMap<string, string>) => {
      setAll(null);
      setChosen(new Map([...why.keys()].map((id) => [id, statusIn(rows, id)])));
      setReasons(why);
      setKept(withKept(rows, kept).filter((row) => why.has(row.order_id)));
    },
  };
}

const statusIn = (rows: readonly OrderRow[], id: string) =>
  rows.find((row) => row.order_id === id)?.process_status ?? null;

export type OrderSelection = ReturnType<typeof useSelection>;
