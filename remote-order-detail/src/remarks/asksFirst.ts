import type { OrderDetails } from 'shared/api/orderDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';

/** What a person is asked before a move; null: nothing. */
export type Question = 'delete' | 'noDocument' | null;

/** Deleting asks, and so does completing what has no document to be downloaded (rules 4.11). */
export function asksFirst(target: MoveTarget, { uploadDoc }: Pick<OrderDetails, 'uploadDoc'>): Question {
  if (target === 'Deleted') return 'delete';
  return target === 'Completed' && uploadDoc.length === 0 ? 'noDocument' : null;
}
