import type { OrderDetails } from 'shared/api/orderDetails';

/** Why the document of an order cannot be mailed again (rules 12.7), as the API would say it; null: it can. */
export function resendRefusal({ uploadDoc, process_status }: Pick<OrderDetails, 'uploadDoc' | 'process_status'>) {
  if (process_status === 'Deleted') return 'This order is deleted. Restore it first.';
  return uploadDoc.length === 0 ? 'This order has no document yet. Upload one first.' : null;
}
