import { useId } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Controller } from 'shared/desk';
import { useOnline } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import { DocumentField } from './DocumentField.tsx';
import { otherAddressHint } from './otherAddressHint.ts';
import { OutboxNote } from './OutboxNote.tsx';
import { ProviderChoice } from './ProviderChoice.tsx';
import styles from './UploadFields.module.css';
import type { useUpload } from './useUpload.ts';
import type { UploadForm } from './useUploadForm.ts';

interface UploadFieldsProps {
  order: OrderDetails;
  form: UploadForm;
  upload: ReturnType<typeof useUpload>;
  /** A file is being dragged over the page. */
  over: boolean;
  onPick: () => void;
}

/** The form that sends a document to the applicant. */
export function UploadFields({ order, form, upload, over, onPick }: UploadFieldsProps) {
  const providerLabel = useId();
  const online = useOnline();
  const refused = !online
    ? 'You are offline. The document stays chosen.'
    : order.process_status === 'Deleted' && 'This order is deleted. Restore it first.';
  const { register, control, watch, formState } = form;

  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit(upload.upload)} aria-label="Upload Document">
      <Field label="Order ID" readOnly value={order.order_id} />
      <div>
        <span id={providerLabel} className={styles.label}>
          Mail provider
        </span>
        <Controller
          control={control}
          name="mailServiceProvider"
          render={({ field }) => (
            <span className={styles.provider}>
              <ProviderChoice label="Mail provider" value={field.value} onChange={field.onChange} />
            </span>
          )}
        />
      </div>
      <Field
        className={styles.full}
        label="Email"
        type="email"
        autoComplete="off"
        hint={otherAddressHint(watch('email'), order)}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Controller
        control={control}
        name="fileUpload"
        render={({ field, fieldState }) => (
          <DocumentField
            ref={field.ref}
            chosen={field.value}
            error={fieldState.error?.message}
            progress={upload.progress}
            over={over}
            onPick={onPick}
            onRemove={() => field.onChange(null)}
            onCancel={upload.cancel}
          />
        )}
      />
      <OutboxNote provider={watch('mailServiceProvider')} />
      <div className={styles.send}>
        <Button
          type="submit"
          variant={watch('fileUpload') ? 'contained' : 'outlined'}
          className={styles.button}
          aria-busy={upload.sending}
          disabled={refused !== false}
        >
          {upload.sending ? 'Sending…' : 'Upload and send'}
        </Button>
        {refused && <span className={styles.because}>{refused}</span>}
      </div>
    </form>
  );
}
