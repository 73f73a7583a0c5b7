import { useId } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Controller } from 'shared/desk';
import { useOnline } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { DocumentField } from './DocumentField.tsx';
import { DocumentList } from './DocumentList.tsx';
import { OutboxNote } from './OutboxNote.tsx';
import { ProviderChoice } from './ProviderChoice.tsx';
import { useUpload } from './useUpload.ts';
import type { UploadForm } from './useUploadForm.ts';
import styles from './UploadDocument.module.css';

/** Sends a document of this order to the applicant, and lists those that are stored. */
export function UploadDocument({ order, form }: { order: OrderDetails; form: UploadForm }) {
  const providerLabel = useId();
  const online = useOnline();
  const { upload, progress, sending, cancel } = useUpload(order, form);
  const refused = !online
    ? 'You are offline. The document stays chosen.'
    : order.process_status === 'Deleted' && 'This order is deleted. Restore it first.';
  const { register, control, watch, formState } = form;

  return (
    <SectionCard id="upload" beside={<span className={styles.kinds}>PDF or image</span>}>
      <div className={styles.columns}>
        <form className={styles.form} noValidate onSubmit={form.handleSubmit(upload)} aria-label="Upload Document">
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
            error={formState.errors.email?.message}
            {...register('email')}
          />
          <Controller
            control={control}
            name="fileUpload"
            render={({ field, fieldState }) => (
              <DocumentField
                ref={field.ref}
                file={field.value}
                error={fieldState.error?.message}
                progress={progress}
                onFile={field.onChange}
                onRemove={() => field.onChange(null)}
                onCancel={cancel}
              />
            )}
          />
          <OutboxNote provider={watch('mailServiceProvider')} />
          <div className={styles.send}>
            <Button
              type="submit"
              variant={watch('fileUpload') ? 'contained' : 'outlined'}
              className={styles.button}
              aria-busy={sending}
              disabled={refused !== false}
            >
              {sending ? 'Sending…' : 'Upload and send'}
            </Button>
            {refused && <span className={styles.because}>{refused}</span>}
          </div>
        </form>
        <DocumentList documents={order.uploadDoc} />
      </div>
    </SectionCard>
  );
}
