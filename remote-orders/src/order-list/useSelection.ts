import { useState } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { nothingSelected, without, type Selection } from './selection.ts';

const noReasons: ReadonlyMap<string, string> = new Map();

/**
 * What is ticked, over all pages, and why the last action did not take some of it. The reasons go with the selection.
 */
export function useSelection() {
  const [selected, setSelected] = useState<Selection>(nothingSelected);
  const [reasons, setReasons] = useState(noReasons);
  const [kept, setKept] = useState<readonly OrderRow[]>([]);

  const select = (next: Selection) => {
    setSelected(next);
    if (next.size > 0) return;
    setReasons(noReasons);
    setKept([]);
  };
  return {
    selected,
    reasons,
    /** Orders that were not taken and may have left the folder since: they stay on screen for their reason. */
    kept,
    select,
    clear: () => select(nothingSelected),
    /** After an action: what was done is no longer selected, what was not says why. */
    settle: (done: readonly string[], why: ReadonlyMap<string, string>, rows: readonly OrderRow[]) => {
      setSelected((now) => without(now, done));
      setReasons(why);
      setKept(rows.filter((row) => why.has(row.order_id)));
    },
  };
}

export type OrderSelection = ReturnType<typeof useSelection>;
