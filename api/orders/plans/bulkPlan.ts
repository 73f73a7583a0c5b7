import type { Transaction } from '../../db/database.ts';
import type { OrderChange } from '../changes/changeQueries.ts';
import type { LockedOrder } from '../changes/lockQueries.ts';

/** Why one order of a bulk is left as it is. */
export interface Failure {
  httpStatus: 403 | 404 | 409;
  message: string;
  /** Who was faster. */
  by?: string | undefined;
  /** How several of it are told: "2 already taken by Max Manager". */
  several: (n: number) => string;
}

/** A decision about one order: change it, leave it as it is (it is so already), or not. */
export type Decision = { change: OrderChange } | { failure: Failure } | 'alreadySo';

/** One action on any number of orders: the same rules for one, for 500, and for a whole folder. */
export interface BulkPlan {
  /** Whether Undo can take it back. */
  undoable: boolean;
  /** What the decisions need to know beyond the orders, read once they are locked. */
  lookUp?: (tx: Transaction, locked: readonly LockedOrder[]) => Promise<void>;
  decide: (order: LockedOrder) => Decision;
  /** What belongs into the same transaction, with the orders that were changed, of one that was named or of many. */
  alongWith?: (tx: Transaction, changed: readonly LockedOrder[], asked: 'single' | 'bulk') => Promise<void>;
  /** The answer's text for one order, for several, and for one that was so before (left out: the same). */
  texts: { one: string; several: (n: number) => string; already?: string };
}
