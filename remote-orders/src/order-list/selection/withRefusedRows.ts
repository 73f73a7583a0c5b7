/** Orders that an action did not take stay on screen with the reason, also when they have left the folder since. */
import type { OrderRow } from 'shared/api/orderRow';
import type { Folder } from 'shared/rules/folders';

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
