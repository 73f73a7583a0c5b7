import { releasedDocument, type MailEntry, type OrderDetails } from 'shared/api/orderDetails';

/** Why a mail of an order cannot be sent again (rules 12.7, 12.9); null: it can. Of a refund it is not asked at all, the API says the rest. */
export function resendRefusal(
  { uploadDoc, process_status }: Pick<OrderDetails, 'uploadDoc' | 'process_status'>,
  kind: MailEntry['kind'] = 'approval',
): string | null {
  if (kind === 'refund') return 'Only an e-mail with a document can be sent again.';
  if (process_status === 'Deleted') return 'This order is deleted. Restore it first.';
  if (kind === 'invoice') return null;
  return releasedDocument(uploadDoc) === undefined ? 'This order has no document to send. Upload one first.' : null;
}
