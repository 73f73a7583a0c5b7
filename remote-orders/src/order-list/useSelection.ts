import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { BulkJob } from 'shared/api/bulkCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { useSession } from 'shared/desk';
import type { Folder } from 'shared/rules/folders';
import { readLeftOrder } from 'shared/rules/listTrail';
import type { ShownList } from './useOrderList.ts';

/**
 * Order id → row when selected, for the selected orders of all pages (rule 7.11). Null if a job reported an order that
 * is not loaded.
 */
export type Selection = ReadonlyMap<string, OrderRow | null>;

export interface SelectAll {
  /** The search term; empty for the whole folder. */
  term: string;
  total: number;
  more: boolean;
}

/** Order id → why the last action on it failed. */
export type Reasons = ReadonlyMap<string, string>;

interface Selected {
  chosen: Selection;
  all: SelectAll | null;
  reasons: Reasons;
  kept: readonly OrderRow[];
  /** Whether "select all" has shrunk to this page, because one of its orders was deselected. */
  pageOnly: boolean;
  /** The orders of the running job, in order. */
  inJob: readonly string[];
}

/** A list's selection, kept while an order opened from that list is shown. */
let left: { address: string; selected: Selected } | null = null;

// Contains names, so clear it for the next member.
useSession.subscribe(() => {
  left = null;
});

const nothing: Selected = {
  chosen: new Map(),
  all: null,
  reasons: new Map(),
  kept: [],
  pageOnly: false,
  inJob: [],
};

interface SelectionOptions {
  shown: ShownList | null;
  /** Another term ends "select all". */
  term: string;
  sort: Folder['sort'];
}

const noRows = [] as const;
export const idOf = (row: OrderRow) => row.order_id;

/** The list's selection. Back and the order page's back link restore it. */
export function useSelection({ shown, term, sort }: SelectionOptions) {
  const rows = shown?.rows ?? noRows;
  const { pathname, search, state: entry } = useLocation();
  const address = pathname + search;
  const comesBack = useNavigationType() === 'POP' || readLeftOrder(entry) !== null;
  const [state, set] = useState(() => (comesBack && left?.address === address ? left.selected : nothing));
  useEffect(() => {
    left = null;
  }, []);
  const { chosen, all, reasons, kept, pageOnly, inJob } = state;
  if (all && all.term !== term) set((now) => ({ ...now, all: null }));
  const hasLeftFolder = (row: OrderRow) => shown && !reasons.has(row.order_id) && hasLeft(row, shown, sort);
  const gone = inJob.length > 0 ? [] : [...chosen].filter(([, row]) => row && hasLeftFolder(row)).map(([id]) => id);
  if (gone.length > 0) set((now) => ({ ...now, chosen: deselect(now.chosen, gone) }));

  const selected = useMemo(() => (all ? new Map(rows.map((row) => [row.order_id, row])) : chosen), [all, rows, chosen]);
  const select = (next: Selection) =>
    set((now) => (next.size > 0 ? { ...now, chosen: next, all: null, pageOnly: now.all !== null } : nothing));
  return {
    selected,
    all,
    pageOnly,
    reasons,
    /** Failed orders that may have left the folder, kept to show their reason. */
    kept,
    select,
    /** Call this before opening an order. */
    keep: () => {
      left = { address, selected: state };
    },
    selectAll: (of: SelectAll) => set({ ...nothing, all: of }),
    clear: () => set(nothing),
    /** Deselects the orders in `done`, and stores the reasons of failed ones. */
    settle: (done: readonly string[], why: Reasons) =>
      set((now) => withReasons({ ...now, pageOnly: false, chosen: deselect(now.chosen, done) }, rows, why)),
    /** The orders stay selected until the job has ended. */
    startJob: (ids: readonly string[]) => set((now) => ({ ...now, inJob: ids })),
    /**
     * After a job, deselects the orders that it processed, except failed ones. Ignores a job with
     * an unknown folder unless this list started it.
     */
    settleJob: ({ folderName, finished, refused: failures, failed }: BulkJob) =>
      set((now) => {
        if (folderName === null && now.inJob.length === 0) return now;
        // `failed` lists only the first failures. Orders after them may have failed too, so they stay selected.
        const known = failures > failed.length ? now.inJob.indexOf(failed.at(-1)?.orderId ?? '') + 1 : finished;
        const chosen = deselect(now.chosen, now.inJob.slice(0, known));
        const rowOf = (id: string) => now.chosen.get(id) ?? rows.find((row) => row.order_id === id) ?? null;
        const refused = failed.map(({ orderId }) => [orderId, rowOf(orderId)] as const);
        const why = new Map(failed.map(({ orderId, message }) => [orderId, message]));
        return withReasons({ ...now, all: null, inJob: [], chosen: new Map([...chosen, ...refused]) }, rows, why);
      }),
  };
}

/** Whether a colleague has moved the order out of the folder: it belongs on this page, but is missing. */
export function hasLeft(
  row: OrderRow,
  { rows, pagination, total, term }: Pick<ShownList, 'rows' | 'pagination' | 'total' | 'term'>,
  sort: Folder['sort'],
): boolean {
  if (term !== '' || rows.some(({ order_id }) => order_id === row.order_id)) return false;
  const compare = compareBy(sort);
  const [first] = rows;
  const last = rows.at(-1);
  const isFirstPage = pagination.limit === 'all' || pagination.page === 1;
  const isLastPage = pagination.limit === 'all' || pagination.page * pagination.limit >= total;
  const isAfterFirst = isFirstPage || (first !== undefined && compare(first, row) < 0);
  const isBeforeLast = isLastPage || (last !== undefined && compare(row, last) < 0);
  return isAfterFirst && isBeforeLast;
}

/** Adds the reasons in `why`. Orders that are still selected keep an earlier reason. */
function withReasons(now: Selected, rows: readonly OrderRow[], why: Reasons): Selected {
  const reasons = new Map([...now.reasons].filter(([id]) => now.chosen.has(id)).concat([...why]));
  const known = new Map([...now.chosen, ...[...now.kept, ...rows].map((row) => [row.order_id, row] as const)]);
  return { ...now, reasons, kept: [...reasons.keys()].flatMap((id) => known.get(id) ?? []) };
}

export type OrderSelection = ReturnType<typeof useSelection>;

/** A selection of these ids. Orders of other pages keep the row that they had. */
export function selectionOf(ids: Iterable<string>, rows: readonly OrderRow[], before: Selection): Selection {
  const onPage = new Map(rows.map((row) => [row.order_id, row]));
  const next = new Map<string, OrderRow | null>();
  for (const id of ids) {
    const row = onPage.get(id) ?? before.get(id);
    if (row !== undefined) next.set(id, row);
  }
  return next;
}

export function toggleRow(selection: Selection, row: OrderRow): Selection {
  const next = new Map(selection);
  if (!next.delete(row.order_id)) next.set(row.order_id, row);
  return next;
}

/** Selects all rows from the last selected one to this one, or only this one. */
export function extendTo(selection: Selection, rows: readonly OrderRow[], from: string | null, to: string): Selection {
  const end = rows.findIndex((row) => row.order_id === to);
  const start = rows.findIndex((row) => row.order_id === from);
  const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
  return new Map([...selection, ...rows.slice(first, last + 1).map((row) => [row.order_id, row] as const)]);
}

export function deselect(selection: Selection, ids: Iterable<string>): Selection {
  const next = new Map(selection);
  for (const id of ids) next.delete(id);
  return next;
}

/** Inserts missing `kept` rows, whose last action failed, in the folder's sort order. */
export function withFailedRows(
  rows: readonly OrderRow[],
  kept: readonly OrderRow[],
  sort: Folder['sort'],
): readonly OrderRow[] {
  const here = new Set(rows.map(idOf));
  const missing = kept.filter((row) => !here.has(row.order_id));
  if (missing.length === 0) return rows;
  return [...rows, ...missing].sort(compareBy(sort));
}

function compareBy({ by, direction }: Folder['sort']) {
  const sign = direction === 'asc' ? 1 : -1;
  const field = by === 'customer_wrote_at' ? 'waiting_since' : by;
  return (a: OrderRow, b: OrderRow) => sign * (a[field] ?? '').localeCompare(b[field] ?? '');
}
