import { ArrowRight } from 'lucide-react';
import type { StaleOrder } from 'shared/api/staleOrder';
import { age, clockTime, listDateTime } from 'shared/format/dates';
import { Dialog, DialogActions, DialogContent, DialogTitle, StatusLabel } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { type OrderStatus, statuses } from 'shared/rules/orderStatus';
import styles from './ConflictDialog.module.css';

/** A change that was refused, since somebody else was faster. */
export interface Conflict {
  /** What did not happen: 'Your move to Completed was not made'. */
  notDone: string;
  stale: StaleOrder;
  /** When the order, as the person saw it, was loaded. */
  seenAt: string;
  doAnyway: () => void;
}

interface ConflictDialogProps {
  conflict: Conflict;
  open: boolean;
  onReload: () => void;
  onClose: () => void;
}

/** Tells what was not done and what somebody else did meanwhile, and leaves the choice. */
export function ConflictDialog({ conflict, open, onReload, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      maxWidth="sm"
      aria-labelledby="conflict-title"
      aria-describedby="conflict-text"
    >
      <DialogTitle id="conflict-title">{whoChanged(conflict.stale)} changed this order</DialogTitle>
      <ConflictText conflict={conflict} />
      <DialogActions>
        {isSafeAnyway(conflict.stale) && (
          <Button variant="outlined" onClick={conflict.doAnyway}>
            Do it anyway
          </Button>
        )}
        <Button variant="contained" autoFocus onClick={onReload}>
          Reload the order
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ConflictText({ conflict: { notDone, stale, seenAt } }: { conflict: Conflict }) {
  const last = stale.changes.at(-1);
  return (
    <DialogContent id="conflict-text">
      <p>
        {notDone}, so nothing is overwritten. Since you opened the order at {clockTime(seenAt)} (UTC):
      </p>
      {last && (
        <dl className={styles.changes}>
          {changedFields(stale).map((change) => (
            <div key={change.field}>
              <dt>{change.label}</dt>
              <dd>
                <ChangedField change={change} />
              </dd>
            </div>
          ))}
          <div>
            <dt>When</dt>
            <dd className={styles.when}>
              {listDateTime(last.at)}, {age(last.at, new Date())}
            </dd>
          </div>
        </dl>
      )}
      <p className={styles.kept}>What you typed is kept in the form.</p>
    </DialogContent>
  );
}

/** One field before → after; what was added, as a remark is, stands alone. */
function ChangedField({ change: { field, from, to } }: { change: FieldChange }) {
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

/** One field of the order as somebody else left it: what it was at first, and what it is now. */
interface FieldChange {
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
