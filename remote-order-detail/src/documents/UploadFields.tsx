import { FileText } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Controller, useCall } from 'shared/desk';
import { cleanFileName } from 'shared/format/fileName';
import { OutboxNote, SegmentedControl } from 'shared/kit';
import { Button, Field, FieldError, useOnline } from 'shared/kit/base';
import { isCustomerAddress, otherAddressError } from 'shared/rules/customerAddress';
import type { ChosenDocument } from 'shared/rules/documentTypes';
import { useWriting } from '../order-detail/useWriting.ts';
import { FilePreview, fileSize, sizeProgress } from './DocumentPreview.tsx';
import styles from './UploadFields.module.css';
import type { useUpload, UploadForm, UploadProgress } from './useUpload.ts';

interface UploadFieldsProps {
  order: OrderDetails;
  form: UploadForm;
  upload: ReturnType<typeof useUpload>;
  /** Whether a file is being dragged over the page. */
  over: boolean;
  onPick: () => void;
}

export function UploadFields({ order, form, upload, over, onPick }: UploadFieldsProps) {
  const providerLabel = useId();
  const online = useOnline();
  const writing = useWriting();
  const refused = !online
    ? 'You are offline. Your file is still selected.'
    : order.process_status === 'Deleted' && 'This order is deleted. Restore it first.';
  const { register, control, watch, formState } = form;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.handleSubmit(upload.upload)}
      onKeyDown={({ key }) => key === 'Escape' && !form.holdsSomething && form.fold()}
      aria-label="Upload Document"
    >
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
            onRemove={() => {
              // The focus follows to the new button.
              flushSync(() => field.onChange(null));
              form.setFocus('fileUpload');
            }}
            onCancel={upload.cancel}
          />
        )}
      />
      <ProviderNote provider={watch('mailServiceProvider')} />
      <div className={styles.send}>
        <Button
          type="submit"
          variant={writing ? 'outlined' : 'contained'}
          className={styles.button}
          aria-busy={upload.sending}
          disabled={refused !== false}
        >
          {upload.sending ? 'Sending…' : 'Upload and send'}
        </Button>
        {refused && <span className="hint">{refused}</span>}
      </div>
    </form>
  );
}

interface DocumentFieldProps {
  /** Takes the focus if the file is missing or refused. */
  ref: Ref<HTMLButtonElement>;
  chosen: ChosenDocument | null;
  error: string | undefined;
  progress: UploadProgress | null;
  over: boolean;
  onPick: () => void;
  onRemove: () => void;
  onCancel: () => void;
}

function DocumentField({ ref, chosen, error, progress, over, onPick, onRemove, onCancel }: DocumentFieldProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        Document
      </span>
      {chosen ? (
        <ChosenFile ref={ref} chosen={chosen} progress={progress} onRemove={onRemove} onCancel={onCancel} />
      ) : (
        <div className={[styles.drop, over && styles.over, error && styles.invalid].filter(Boolean).join(' ')}>
          <span className={styles.how}>
            {over ? 'Drop the document anywhere' : 'Drop the document on this page, or'}
          </span>
          <Button
            ref={ref}
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
          {error}
        </FieldError>
      )}
    </div>
  );
}

interface ChosenFileProps extends Pick<DocumentFieldProps, 'ref' | 'progress' | 'onRemove' | 'onCancel'> {
  chosen: ChosenDocument;
}

function ChosenFile({ ref, chosen, progress, onRemove, onCancel }: ChosenFileProps) {
  const { file, contentType, fault } = chosen;
  const [looked, setLooked] = useState(false);
  const percent = progress ? Math.round((progress.sent / Math.max(1, progress.total)) * 100) : 0;
  return (
    <div className={styles.file}>
      <div className={styles.line}>
        <FileText size={20} strokeWidth={1.75} aria-hidden />
        <div className={styles.about}>
          <div className={styles.name} title={cleanFileName(file.name)}>
            <bdi>{cleanFileName(file.name)}</bdi>
          </div>
          <div className={styles.size}>{progress ? progressText(progress) : fileSize(file.size)}</div>
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
          aria-valuetext={progressText(progress)}
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

/** '1.9 of 3.1 MB · 4 s left', and after the last byte what the server does. */
function progressText({ sent, total, elapsed }: UploadProgress): string {
  if (total > 0 && sent >= total) return `${fileSize(total)} · Checking and storing…`;
  return [sizeProgress(sent, total), timeLeft(sent, total, elapsed)].filter(Boolean).join(' · ');
}

/**
 * '4 s left' or '2 min left', at the average speed so far; null while unknown and after the last byte. `elapsed` is in
 * ms.
 */
export function timeLeft(sent: number, total: number, elapsed: number): string | null {
  if (sent <= 0 || sent >= total || elapsed < 300) return null;
  const seconds = Math.ceil(((total - sent) / sent) * (elapsed / 1000));
  return seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`;
}

const providers = mailProviders.map((provider) => ({ value: provider, label: provider }));

interface ProviderChoiceProps {
  label: string;
  value: MailServiceProvider;
  onChange: (provider: MailServiceProvider) => void;
}

export function ProviderChoice({ label, value, onChange }: ProviderChoiceProps) {
  return <SegmentedControl label={label} options={providers} value={value} onChange={onChange} />;
}

export function ProviderNote({ provider }: { provider: MailServiceProvider }) {
  const { data } = useCall(documentCalls.mailProviders, {});
  return <OutboxNote providers={data?.data} provider={provider} />;
}

/** A warning for an address that the customer has not given. */
export const otherAddressHint = (
  typed: string | undefined,
  { email, contact_email_address }: Pick<OrderDetails, 'email' | 'contact_email_address'>,
): string | undefined =>
  typed?.includes('@') && !isCustomerAddress(typed, [email, contact_email_address])
    ? `${otherAddressError}. The customer gave ${contact_email_address ?? email}.`
    : undefined;
