import { ArrowRight } from 'lucide-react';
import { StatusLabel } from 'shared/kit';
import { statuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { FieldChange } from './staleChanges.ts';
import styles from './ChangedField.module.css';

/** One field before → after; what was added, as a remark is, stands alone. */
export function ChangedField({ change: { field, from, to } }: { change: FieldChange }) {
  if (from === null && field === 'remark') return <q>{to}</q>;
  return (
    <span className={styles.change}>
      <Value field={field} value={from} />
      <ArrowRight size={14} strokeWidth={2} role="img" aria-label="is now" />
      <Value field={field} value={to} />
    </span>
  );
}

function Value({ field, value }: { field: string; value: string | null }) {
  if (field === 'process_status' && isStatus(value)) return <StatusLabel status={value} />;
  if (value === null || value === '') return field === 'assign_to' ? 'Nobody' : '-';
  return <bdi dir="auto">{value}</bdi>;
}

const isStatus = (value: string | null): value is OrderStatus =>
  (statuses as readonly (string | null)[]).includes(value);
