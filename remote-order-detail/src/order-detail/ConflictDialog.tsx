import { ArrowRight } from 'lucide-react';
import type { OrderChange, StaleOrder } from 'shared/api/staleOrder';
import { age, clockTime, listDateTime } from 'shared/format/dates';
import { Dialog, DialogActions, DialogContent, DialogTitle, StatusLabel } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { type OrderStatus, statuses } from 'shared/rules/orderStatus';
import styles from './ConflictDialog.module.css';
import { authorOf, type Conflict } from './useOrderAction.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  open: boolean;
  onReload: () => void;
  onClose: () => void;
}

export function ConflictDialog({ conflict, open, onReload, onClose }: ConflictDialogProps) {
  const { failureText, stale, seenAt, doAnyway } = conflict;
  const last = stale.changes.at(-1);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      maxWidth="sm"
      aria-labelledby="conflict-title"
      aria-describedby="conflict-text"
    >
      <DialogTitle id="conflict-title">{changedBy(stale)} changed this order</DialogTitle>
      <DialogContent id="conflict-text">
        <p>
          {failureText}, so nothing was overwritten. Since you opened the order at {clockTime(seenAt)} (UTC):
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
                {listDateTime(last.at)} (UTC), {age(last.at, new Date())}
              </dd>
            </div>
          </dl>
        )}
        <p className={styles.kept}>Anything you typed is kept.</p>
      </DialogContent>
      <DialogActions>
        {canOverride(stale) && (
          <Button variant="outlined" onClick={doAnyway}>
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

/** Shows the old and the new value. Most texts, such as remarks, have no old value. */
function ChangedField({ change: { field, from, to } }: { change: FieldChange }) {
  if (from === null && isText(field)) return to === null ? 'Handled or reopened' : <q>{to}</q>;
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
  if (value === null || value === '') return field === 'assign_to' ? 'Unassigned' : '-';
  return <bdi dir="auto">{value}</bdi>;
}

const isText = (field: string) => field === 'remark' || field === 'customer_message';

const isStatus = (value: string | null): value is OrderStatus =>
  (statuses as readonly (string | null)[]).includes(value);

interface FieldChange extends Pick<OrderChange, 'field' | 'from' | 'to'> {
  label: string;
}

const labels: Readonly<Record<string, string>> = {
  process_status: 'Status',
  assign_to: 'Assigned to',
  remark: 'Comment',
  customer_message: 'Message',
  document: 'Document',
  mail: 'Email',
  refund_date: 'Refund date',
  transaction_id: 'Transaction ID',
  merchant_name: 'Merchant name',
};

/** The authors, 'Tia Team' or 'Tia Team and The customer'. */
export function changedBy({ changes }: StaleOrder): string {
  const names = [...new Set(changes.map(authorOf))];
  return names.length > 0 ? new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names) : 'Someone';
}

/** Merges the changes of each field into one, from its first old to its last new value. Texts stay separate. */
export function changedFields({ changes }: StaleOrder): FieldChange[] {
  const fields = new Map<string, FieldChange>();
  changes.forEach(({ field, from, to }, index) => {
    const key = isText(field) ? `${field} ${index}` : field;
    const label = labels[field] ?? field.replaceAll('_', ' ');
    const first = fields.get(key) ?? { from };
    fields.set(key, { field, label, from: first.from, to });
  });
  return [...fields.values()];
}

/** False if the order is now deleted: "Do it anyway" would fail, because only Restore is possible. */
export function canOverride({ changes }: StaleOrder): boolean {
  return changes.findLast(({ field }) => field === 'process_status')?.to !== 'Deleted';
}
