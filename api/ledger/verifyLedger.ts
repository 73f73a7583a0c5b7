import type { Database } from '../db/database.ts';
import { firstFault, type Fault } from './firstFault.ts';
import { findHistories, findNextOrder } from './verifyQueries.ts';

/** How far a check has come. */
export interface Checked {
  orders: number;
  entries: number;
  faults: number;
}

/** So many orders are read at once. */
const ordersPerPortion = 500;

interface Listeners {
  onFault: (fault: Fault) => void;
  onProgress?: (checked: Checked) => void;
}

/**
 * Walks all histories, in the order of the ids, a portion at a time; the first fault of each is told. Beside a running
 * product: each portion is one moment's.
 */
export async function verifyLedger(db: Database, { onFault, onProgress }: Listeners): Promise<Checked> {
  const checked: Checked = { orders: 0, entries: 0, faults: 0 };
  let after = '';
  for (;;) {
    const upTo = await findNextOrder(db, after, ordersPerPortion);
    for (const history of await findHistories(db, { after, upTo })) {
      checked.orders += 1;
      checked.entries += history.entries.length;
      const fault = firstFault(history);
      if (!fault) continue;
      checked.faults += 1;
      onFault(fault);
    }
    onProgress?.(checked);
    if (upTo === null) return checked;
    after = upTo;
  }
}

/**
 * The first fault of one order's history; null: it is whole. `printed`: a hash that a pack was made with, which must still
 * be there.
 */
export async function verifyOrder(db: Database, orderId: string, printed?: string): Promise<Fault | null> {
  const [history] = await findHistories(db, { only: orderId });
  if (!history) return { orderId, seq: 1, what: 'is missing: there is no such order' };
  const fault = firstFault(history);
  if (fault || !printed || history.entries.some(({ hash }) => hash === printed.toLowerCase())) return fault;
  return { orderId, seq: history.entries.length, what: 'ends a history that never had this hash' };
}
