import { useEffect, useId } from 'react';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useCallForm } from 'shared/desk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from 'shared/kit';
import { Button, Field, useOnline } from 'shared/kit/base';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './TransactionDialog.module.css';

interface TransactionDialogProps {
  order: OrderDetails;
  open: boolean;
  onClose: () => void;
}

/**
 * Asks for transaction id and merchant name (rule 13.51). The input survives a refusal, a conflict and Esc; Cancel
 * discards it.
 */
export function TransactionDialog({ order, open, onClose }: TransactionDialogProps) {
  const id = useId();
  const online = useOnline();
  const { order_id: orderId, version, transaction_id, merchant_name } = order;
  const saved = { transactionId: transaction_id ?? '', merchantName: merchant_name ?? '' };
  const form = useCallForm(defencePackCalls.transactionDetails, {
    fields: ['transactionId', 'merchantName'],
    defaultValues: saved,
    mode: 'onTouched',
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isDirty } = formState;

  // Unedited fields show what others have saved since.
  const { transactionId, merchantName } = saved;
  useEffect(() => {
    reset({ transactionId, merchantName }, { keepDirtyValues: true, keepErrors: true });
  }, [reset, transactionId, merchantName]);

  const save = useOrderAction(defencePackCalls.transactionDetails, {
    failureText: () => 'The transaction details were not saved',
    onDone: (_, sent) => {
      reset({ transactionId: sent.transactionId, merchantName: sent.merchantName });
      onClose();
    },
    onFailed: form.setServerErrors,
  });
  const submit = handleSubmit((typed) => {
    if (!save.pending && online) void save.run({ ...typed, orderId, version });
  });
  const cancel = () => {
    reset(saved);
    onClose();
  };

  return (
    <Dialog open={open} onClose={isDirty ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>Enter Transaction Details</DialogTitle>
      <form noValidate autoComplete="off" onSubmit={submit}>
        <DialogContent className={styles.fields}>
          <Field
            label="Transaction ID"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
            hint="As shown by the payment gateway."
            error={errors.transactionId?.message}
            {...register('transactionId')}
          />
          <Field
            label="Merchant name"
            dir="auto"
            hint="As shown on the card statement."
            error={errors.merchantName?.message}
            {...register('merchantName')}
          />
        </DialogContent>
        <DialogActions>
          {!online && (
            <span id={`${id}-why`} className={styles.why}>
              You are offline. What you typed is kept.
            </span>
          )}
          <Button variant="outlined" color="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            aria-busy={save.pending}
            aria-disabled={save.pending}
            aria-describedby={online ? undefined : `${id}-why`}
            disabled={!online}
          >
            {save.pending ? 'Saving…' : 'Save transaction details'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
