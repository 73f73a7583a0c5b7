import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { BulkJob } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { useSession } from 'shared/desk';
import type { Folder } from 'shared/rules/folders';
import { orderLeftIn } from 'shared/rules/listTrail';
import type { OrderStatus } from 'shared/rules/orderStatus';

/** All that a folder holds, or all that a search finds in it, beyond any page. */
export interface AllOf {
  /** Empty: the whole folder. */
  term: string;
  total: number;
  /** There are more than `total`. */
  more: boolean;
}

/** Order id → why the last action left it as it is. */
type Reasons = ReadonlyMap<string, string>;

interface Selected {
  chosen: Selection;
  all: AllOf | null;
  reasons: Reasons;
  kept: readonly OrderRow[];
  /** The rows of what is chosen, as they were seen: one that an action refuses comes on screen from whatever page. */
  seen: ReadonlyMap<string, OrderRow>;
  /** All were meant until one was unticked: since then only what is ticked on the page. */
  pageOnly: boolean;
  /** Those that the API works off, in its order. */
  inJob: readonly string[];
}

export const nothingSelected: Selection = new Map();

const nothing: Selected = {
  chosen: nothingSelected,
  all: null,
  reasons: new Map(),
  kept: [],
  seen: new Map(),
  pageOnly: false,
  inJob: [],
};

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
  const { selected: state, set, keep } = useKeptSelection(nothing);
  const { chosen, all, reasons, kept, pageOnly } = state;
  if (all && all.term !== term) set((now) => ({ ...now, all: null }));

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
  const select = (next: Selection) =>
    set((now) =>
      next.size > 0
        ? { ...now, chosen: next, all: null, pageOnly: now.all !== null, seen: seenOf(next, rows, now.seen) }
        : nothing,
    );
  return {
    /** What is ticked, with "all" the rows of the page. */
    selected,
    /** Whether all of the folder or search are meant, whatever page one is on. */
    all,
    /** The last tick left this page's selection alone of all. */
    pageOnly,
    reasons,
    /** Orders that were not taken and may have left the folder since: they stay on screen for their reason. */
    kept,
    select,
    /** Before an order is opened: it is there again when one comes back. */
    keep,
    selectAll: (of: AllOf) => set({ ...nothing, all: of }),
    clear: () => set(nothing),
    /** After an action on ticked orders: what was done is no longer selected, what was not says why. */
    settle: (done: readonly string[], why: Reasons) =>
      set((now) => withReasons({ ...now, pageOnly: false, chosen: without(now.chosen, done) }, rows, why)),
    /** These are being worked off. They stay selected until that has ended. */
    workedOff: (ids: readonly string[]) => set((now) => ({ ...now, inJob: ids })),
    /**
     * After a job: what was refused is selected, on whatever page it is, and what was ticked since. Of ticked orders, those
     * that it did not come to before it was cancelled are selected still. Of a job whose folder is unknown, nothing is unless it
     * was ticked here.
     */
    settleJob: ({ folderName, finished, failed }: BulkJob) =>
      set((now) => {
        if (folderName === null && now.inJob.length === 0) return now;
        const chosen = without(now.chosen, now.inJob.slice(0, finished));
        const refused = failed.map(
          ({ orderId }) => [orderId, now.chosen.get(orderId) ?? statusIn(rows, orderId)] as const,
        );
        const why = new Map(failed.map(({ orderId, message }) => [orderId, message]));
        return withReasons({ ...now, all: null, inJob: [], chosen: new Map([...chosen, ...refused]) }, rows, why);
      }),
  };
}

/** Whoever is selected still keeps the reason of an earlier action: its row may be on screen for nothing else. */
function withReasons(now: Selected, rows: readonly OrderRow[], why: Reasons): Selected {
  const reasons = new Map([...now.reasons].filter(([id]) => now.chosen.has(id)).concat([...why]));
  const known = new Map([...now.seen.values(), ...now.kept, ...rows].map((row) => [row.order_id, row]));
  return { ...now, reasons, kept: [...reasons.keys()].flatMap((id) => known.get(id) ?? []) };
}

function seenOf(chosen: Selection, rows: readonly OrderRow[], before: Selected['seen']) {
  const known = new Map([...before, ...rows.map((row) => [row.order_id, row] as const)]);
  return new Map([...chosen.keys()].flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
}

const statusIn = (rows: readonly OrderRow[], id: string) =>
  rows.find((row) => row.order_id === id)?.process_status ?? null;

export type OrderSelection = ReturnType<typeof useSelection>;

/** Which orders are ticked: of each only its id and status are kept (rules 7.11), over all pages. */

/** Null: an action on a whole folder named it, and its row has not been seen. */
type Selection = ReadonlyMap<string, OrderStatus | null>;

/** The selection with these ids. Those of other pages keep the status they were ticked with. */
export function selectionOf(ids: Iterable<string>, rows: readonly OrderRow[], before: Selection): Selection {
  const status = new Map(rows.map((row) => [row.order_id, row.process_status]));
  const next = new Map<string, OrderStatus | null>();
  for (const id of ids) {
    const known = status.get(id) ?? before.get(id);
    if (known !== undefined) next.set(id, known);
  }
  return next;
}

/** One more, or one less. */
export function toggled(selection: Selection, row: OrderRow): Selection {
  const next = new Map(selection);
  if (!next.delete(row.order_id)) next.set(row.order_id, row.process_status);
  return next;
}

/** Everything from the row last ticked to this one, in the order on screen; this one alone when there is no other. */
export function extendedTo(
  selection: Selection,
  rows: readonly OrderRow[],
  from: string | null,
  to: string,
): Selection {
  const end = rows.findIndex((row) => row.order_id === to);
  const start = rows.findIndex((row) => row.order_id === from);
  const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
  const next = new Map(selection);
  for (const row of rows.slice(first, last + 1)) next.set(row.order_id, row.process_status);
  return next;
}

/** The selection less these. */
export function without(selection: Selection, ids: Iterable<string>): Selection {
  const next = new Map(selection);
  for (const id of ids) next.delete(id);
  return next;
}

/** What was selected in a list when an order was opened from it: who comes back to that list finds it again. */

let kept: { address: string; selected: unknown } | null = null;

// It holds names: it is nothing for whoever signs in next.
useSession.subscribe(() => {
  kept = null;
});

/**
 * State of a list that outlives the opening of an order: it begins with what `keep` was told, when one comes back to the
 * same address by the browser's Back or by the order's own way back; else with `nothing`.
 */
export function useKeptSelection<Selected>(nothing: Selected) {
  const { pathname, search, state } = useLocation();
  const address = pathname + search;
  const comesBack = useNavigationType() === 'POP' || orderLeftIn(state) !== null;
  const [selected, set] = useState(() =>
    comesBack && kept?.address === address ? (kept.selected as Selected) : nothing,
  );
  useEffect(() => {
    kept = null;
  }, []);
  const keep = () => {
    kept = { address, selected };
  };
  return { selected, set, keep };
}

/** Orders that an action did not take stay on screen with the reason, also when they have left the folder since. */

/** `rows` with those of `kept` that are missing in it, each where its date puts it in the folder's order. */
export function withRefusedRows(
  rows: readonly OrderRow[],
  kept: readonly OrderRow[],
  { by, direction }: Folder['sort'] = { by: 'created_at', direction: 'desc' },
): readonly OrderRow[] {
  const here = new Set(rows.map((row) => row.order_id));
  const missing = kept.filter((row) => !here.has(row.order_id));
  if (missing.length === 0) return rows;
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows, ...missing].sort((a, b) => sign * (a[by] ?? '').localeCompare(b[by] ?? ''));
}
