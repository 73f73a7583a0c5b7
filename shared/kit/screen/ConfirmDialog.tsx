import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

interface ConfirmDialogProps {
  open: boolean;
  /** Phrased as a question. */
  title: string;
  children?: ReactNode;
  /** The action: "Delete 3 orders". */
  confirmLabel: string;
  pendingLabel?: string;
  /** Makes the button red and focuses Cancel instead, so that pressing Enter twice does not confirm. */
  destructive?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Esc and a click on the backdrop cancel. Up to 767 px, the dialog is a bottom sheet. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  pendingLabel,
  destructive = false,
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
        <Button variant="outlined" color="secondary" autoFocus={destructive} disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          autoFocus={!destructive}
          disabled={pending}
          onClick={onConfirm}
        >
          {pending ? (pendingLabel ?? confirmLabel) : confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
