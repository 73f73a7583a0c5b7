/** Orders that an action did not take stay on screen with the reason, also when they have left the folder since. */
import type { OrderRow } from 'shared/api/orderRow';

/** `rows` with those of `kept` that are missing in it, each where its date puts it (newest first). */
export function withKept(rows: readonly OrderRow[], kept: readonly OrderRow[]): readonly OrderRow[] {
  const here = new Set(rows.map((row) => row.order_id));
  const missing = kept.filter((row) => !here.has(row.order_id));
  if (missing.length === 0) return rows;
  return [...rows, ...missing].sort((a, b) => b.created_at.localeCompare(a.created_at));
}
