import type { StaleOrder } from 'shared/api/staleOrder';

/** One field of the order as somebody else left it: what it was at first, and what it is now. */
export interface FieldChange {
  field: string;
  label: string;
  from: string | null;
  to: string | null;
}

const labels: Readonly<Record<string, string>> = {
  process_status: 'Status',
  assign_to: 'Assigned to',
  remark: 'Comment',
  document: 'Document',
  mail: 'E-mail',
  refund_date: 'Refund date',
  transaction_id: 'Transaction ID',
  merchant_name: 'Merchant name',
};

/** 'Tia Team', 'Tia Team and Max Manager'; 'The product' for what happened by itself. */
export function whoChanged({ changes }: StaleOrder): string {
  const names = [...new Set(changes.map(({ by }) => by ?? 'The product'))];
  return names.length > 0 ? new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names) : 'Somebody';
}

/** The changes field by field: several of one field are one, from the first to the last; remarks each stand alone. */
export function changedFields({ changes }: StaleOrder): FieldChange[] {
  const fields = new Map<string, FieldChange>();
  changes.forEach(({ field, from, to }, index) => {
    const key = field === 'remark' ? `${field} ${index}` : field;
    const label = labels[field] ?? field.replaceAll('_', ' ');
    fields.set(key, { field, label, from: fields.get(key)?.from ?? from, to });
  });
  return [...fields.values()];
}

/** Nothing leads out of Deleted but Restore: then "Do it anyway" could only fail. */
export function isSafeAnyway({ changes }: StaleOrder): boolean {
  return changes.findLast(({ field }) => field === 'process_status')?.to !== 'Deleted';
}
