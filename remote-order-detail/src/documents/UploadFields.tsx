import { FileText } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Controller } from 'shared/desk';
import { cleanFileName } from 'shared/format/fileName';
import { fileSize } from 'shared/format/fileSize';
import { ConfirmDialog } from 'shared/kit';
import { Button, Field, FieldError, useOnline } from 'shared/kit/base';
import type { ChosenDocument } from 'shared/rules/documentTypes';
import { useFocusedForm } from '../order-detail/focus.ts';
import { DocumentMatch } from './DocumentList.tsx';
import { FilePreview } from './DocumentPreview.tsx';
import { otherAddressHint, ProviderChoice, ProviderNote } from './mails.tsx';
import { type UploadForm, type UploadProgress, uploadProgress, useUpload } from './useUploadForm.ts';
import styles from './UploadFields.module.css';

interface UploadFieldsProps {
  order: OrderDetails;
  form: UploadForm;
  /** Whether a file is being dragged over the page. */
  over: boolean;
  onPick: () => void;
}

export function UploadFields({ order, form, over, onPick }: UploadFieldsProps) {
  const online = useOnline();
  const writing = useFocusedForm();
  const upload = useUpload(order, form);
  const refused = !online
    ? 'You are offline. Your file is still selected.'
    : order.process_status === 'Deleted' && 'This order is deleted. Restore it first.';
  const { register, control, watch, formState } = form;

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={upload.submit}
        onKeyDown={({ key }) => key === 'Escape' && !form.holdsSomething && form.fold()}
        aria-label="Upload Document"
      >
        <Field label="Order ID" readOnly value={order.order_id} />
        <div className={styles.provider}>
          <span className={styles.label}>Mail provider</span>
          <Controller
            control={control}
            name="mailServiceProvider"
            render={({ field }) => (
              <ProviderChoice label="Mail provider" value={field.value} onChange={field.onChange} />
            )}
          />
        </div>
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          hint={otherAddressHint(watch('email'), order)}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <DocumentField form={form} over={over} upload={upload} onPick={onPick} />
        <ProviderNote provider={watch('mailServiceProvider')} />
        <div className={styles.send}>
          <Button
            type="submit"
            data-next-step="send"
            variant={writing ? 'outlined' : 'contained'}
            className={styles.button}
            aria-busy={upload.pending}
            disabled={refused !== false}
          >
            {upload.pending ? 'Sending…' : 'Upload and send'}
          </Button>
          {refused && <span className="hint">{refused}</span>}
        </div>
      </form>
      <ConfirmDialog
        open={upload.unconfirmed !== null}
        title="This may be someone else’s document"
        confirmLabel="Send it anyway"
        destructive
        onConfirm={() => upload.unconfirmed?.sendAnyway()}
        onCancel={upload.keepEditing}
      >
        <DocumentMatch warnings={upload.unconfirmed?.warnings ?? []} />
        <p>Nothing was sent. Your file is still selected.</p>
      </ConfirmDialog>
    </>
  );
}

interface DocumentFieldProps extends Omit<UploadFieldsProps, 'order'> {
  upload: ReturnType<typeof useUpload>;
}

function DocumentField({ form, over, upload, onPick }: DocumentFieldProps) {
  const id = useId();
  return (
    <Controller
      control={form.control}
      name="fileUpload"
      render={({ field, fieldState: { error } }) => (
        <div role="group" aria-labelledby={id}>
          <span id={id} className={styles.label}>
            Document
          </span>
          {field.value ? (
            <ChosenFile
              ref={field.ref}
              chosen={field.value}
              progress={upload.progress}
              onCancel={upload.cancel}
              onRemove={() => {
                // Move the focus to the button that replaces the file.
                flushSync(() => field.onChange(null));
                form.clearErrors('fileUpload');
                form.setFocus('fileUpload');
              }}
            />
          ) : (
            <div className={[styles.drop, over && styles.over, error && styles.invalid].filter(Boolean).join(' ')}>
              <span className={styles.how}>
                {over ? 'Drop the document anywhere' : 'Drop the document on this page, or'}
              </span>
              <Button
                ref={field.ref}
                variant="outlined"
                size="small"
                id={`${id}-choose`}
                aria-labelledby={`${id} ${id}-choose`}
                aria-describedby={error && `${id}-error`}
                onClick={onPick}
              >
                Choose a file
              </Button>
            </div>
          )}
          {error && (
            <FieldError id={`${id}-error`} role="alert">
              {error.message}
            </FieldError>
          )}
        </div>
      )}
    />
  );
}

interface ChosenFileProps {
  /** Takes the focus if the file is refused. */
  ref: Ref<HTMLButtonElement>;
  chosen: ChosenDocument;
  progress: UploadProgress | null;
  onCancel: () => void;
  onRemove: () => void;
}

function ChosenFile({ ref, chosen: { file, contentType, fault }, progress, onCancel, onRemove }: ChosenFileProps) {
  const [looked, setLooked] = useState(false);
  const name = cleanFileName(file.name);
  const percent = progress ? Math.round((progress.sent / progress.total) * 100) : 0;
  return (
    <div className={styles.file}>
      <div className={styles.line}>
        <FileText size={20} strokeWidth={1.75} aria-hidden />
        <div className={styles.about}>
          <div className={styles.name} title={name}>
            <bdi>{name}</bdi>
          </div>
          <div className={styles.size}>{progress ? uploadProgress(progress) : fileSize(file.size)}</div>
        </div>
        {contentType && !fault && (
          <Button variant="text" size="tiny" aria-expanded={looked} onClick={() => setLooked(!looked)}>
            Preview
          </Button>
        )}
        <Button ref={ref} variant="text" size="tiny" onClick={progress ? onCancel : onRemove}>
          {progress ? 'Cancel' : 'Remove'}
        </Button>
      </div>
      {progress && (
        <div
          role="progressbar"
          aria-label="Uploading"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={uploadProgress(progress)}
          className={styles.bar}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      {looked && contentType && (
        <div className={styles.preview}>
          <FilePreview file={file} name={file.name} contentType={contentType} />
        </div>
      )}
    </div>
  );
}
