import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

interface ConfirmDialogProps {
  open: boolean;
  /** The decision, as a question. */
  title: string;
  /** What will happen, and to whom. */
  children?: ReactNode;
  /** The act, by its name: "Delete 3 orders". */
  confirmLabel: string;
  /** While it runs: "Deleting…". */
  pendingLabel?: string;
  /** The act destroys: red, and Cancel has the focus. */
  destructive?: boolean;
  /** Cancel has the focus: a second press of Enter, meant for what asked, must not do it. */
  careful?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an act. Esc and the backdrop cancel; at most 767 px it is a sheet from below. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  pendingLabel,
  destructive = false,
  careful = destructive,
  pending = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const id = useId();
  return (
    <Dialog
      open={open}
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onClose={pending ? undefined : onCancel}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      {children && <DialogContent id={`${id}-text`}>{children}</DialogContent>}
      <DialogActions>
        <Button variant="outlined" color="secondary" autoFocus={careful} disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          autoFocus={!careful}
          disabled={pending}
          onClick={onConfirm}
        >
          {pending ? (pendingLabel ?? confirmLabel) : confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
