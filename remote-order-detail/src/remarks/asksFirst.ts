import { releasedDocument, type OrderDetails } from 'shared/api/orderDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';

/** What a person is asked before a move; null: nothing. */
export type Question = 'delete' | 'noDocument' | 'mismatch' | null;

/** Deleting asks, and so does completing what has no document to be downloaded, or one that does not match (rules 4.11). */
export function asksFirst(target: MoveTarget, { uploadDoc }: Pick<OrderDetails, 'uploadDoc'>): Question {
  if (target === 'Deleted') return 'delete';
  if (target !== 'Completed') return null;
  const document = releasedDocument(uploadDoc);
  if (!document) return 'noDocument';
  return document.warnings.length > 0 ? 'mismatch' : null;
}
