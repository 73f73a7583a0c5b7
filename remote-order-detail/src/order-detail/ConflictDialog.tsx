import type { StaleOrder } from 'shared/api/staleOrder';
import { age, clockTime, listDateTime } from 'shared/format/dates';
import { Dialog, DialogActions, DialogContent, DialogTitle } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { ChangedField } from './ChangedField.tsx';
import { changedFields, isSafeAnyway, whoChanged } from './staleChanges.ts';
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
  /** Null: there is none, or it has been answered. */
  conflict: Conflict | null;
  onReload: () => void;
  onClose: () => void;
}

/** Tells what was not done and what somebody else did meanwhile, and leaves the choice. */
export function ConflictDialog({ conflict, onReload, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open={conflict !== null}
      onClose={onClose}
      role="alertdialog"
      maxWidth="sm"
      aria-labelledby="conflict-title"
      aria-describedby="conflict-text"
    >
      {conflict && (
        <>
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
        </>
      )}
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
