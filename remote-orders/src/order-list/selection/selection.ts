/** Which orders are ticked: of each only its id and status are kept (rules 7.11), over all pages. */
import type { OrderRow } from 'shared/api/orderRow';
import type { OrderStatus } from 'shared/rules/orderStatus';

/** Null: an action on a whole folder named it, and its row has not been seen. */
export type Selection = ReadonlyMap<string, OrderStatus | null>;

export const nothingSelected: Selection = new Map();

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
