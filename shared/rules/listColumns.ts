/** The columns of the lists: rule 7.7. */
import type { FolderName } from './folders.ts';

export type ListColumn =
  | 'order_id'
  | 'full_name'
  | 'email'
  | 'telephone'
  | 'created_at'
  | 'refund_date'
  | 'processing_date'
  | 'process_month'
  | 'assign_to'
  | 'first_words'
  | 'waiting_since'
  | 'process_status'
  | 'action';

const columns: readonly ListColumn[] = [
  'order_id',
  'full_name',
  'email',
  'telephone',
  'created_at',
  'process_status',
  'action',
];

const withBeforeStatus = (...added: ListColumn[]) =>
  columns.flatMap((column) => (column === 'process_status' ? [...added, column] : [column]));

const others: Partial<Record<FolderName, readonly ListColumn[]>> = {
  contactCustomer: columns.filter((column) => column !== 'telephone'),
  customerMessages: ['order_id', 'full_name', 'first_words', 'waiting_since', 'process_status', 'action'],
  allOrder: withBeforeStatus('assign_to'),
  futureOrder: withBeforeStatus('processing_date', 'process_month'),
  refundOrder: withBeforeStatus('refund_date'),
};

/** The columns of a folder's list. Narrow windows drop some of them. */
export const listColumns = (folder: FolderName): readonly ListColumn[] => others[folder] ?? columns;
