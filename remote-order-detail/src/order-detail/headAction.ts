import { releasedDocument, type MailEntry, type OrderDetails } from 'shared/api/orderDetails';
import { orderStatus } from 'shared/rules/orderStatus';

/** What the one filled button of an order's head does; null: nothing is next here. */
export type HeadAction = 'upload' | 'complete' | 'refund' | null;

/** A mail that went to its receiver, as far as is known. */
const outStates: readonly MailEntry['state'][] = ['sent', 'delivered', 'opened', 'complained'];

/**
 * The next thing a person will do with this order (rules 9.20): send the document; once that mail is out, complete
 * it; on Refunds, "Refunded it". A deleted order has nothing next but Restore, which stands with the moves.
 */
export function headAction({ process_status, mailHistory, uploadDoc }: OrderDetails): HeadAction {
  if (process_status === 'Deleted') return null;
  if (process_status === 'Refunds') return 'refund';
  const newest = mailHistory.find(({ kind, state }) => kind === 'approval' && state !== 'cancelled');
  const isOut = newest !== undefined && outStates.includes(newest.state);
  return isOut && releasedDocument(uploadDoc) && orderStatus[process_status].open ? 'complete' : 'upload';
}
