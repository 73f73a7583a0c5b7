import { FileText } from 'lucide-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallInput } from 'shared/api/call';
import { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type CallError, Controller, mailToastOptions } from 'shared/desk';
import { cleanFileName } from 'shared/format/fileName';
import { fileSize } from 'shared/format/fileSize';
import { ConfirmDialog } from 'shared/kit';
import { Button, Field, FieldError, useOnline } from 'shared/kit/base';
import type { ChosenDocument } from 'shared/rules/documentTypes';
import * as v from 'valibot';
import { useOrderAction, useOrderActions } from '../order-detail/useOrderAction.ts';
import { useFocusedForm } from '../order-detail/useFocusedForm.ts';
import { DocumentMatch } from './DocumentList.tsx';
import { FilePreview } from './DocumentPreview.tsx';
import { type UploadProgress, uploadProgress } from './uploadProgress.ts';
import { otherAddressHint, ProviderChoice, ProviderNote } from './mailForm.tsx';
import type { UploadForm } from './useUploadForm.ts';
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

/**
 * Uploads the selected file with progress. After an error or Cancel, the file stays selected. A document that seems
 * to be another person's waits for confirmation (rules 11.4, 11.14).
 */
function useUpload(order: OrderDetails, form: UploadForm) {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<{ warnings: string[]; sendAnyway: () => void } | null>(null);
  const abort = useRef<AbortController>(null);
  const sent = useRef<File>(null);
  const { mailCooldown } = useOrderActions();
  const { run, pending } = useOrderAction(documentCalls.upload, {
    failureText: () => 'Your document was not sent',
    toast: ({ data }) => mailToastOptions({ ...data, orderId: order.order_id }),
    // `send` resets the form once the page shows the document, but "Do it anyway" bypasses `send`.
    onDone: () => form.isSending.current || form.sent(),
    onFailed: (error, input) => {
      const warnings = warningsOf(error);
      if (warnings) {
        setUnconfirmed({ warnings, sendAnyway: () => void send({ ...input, confirmed: 'Y' }) });
        return true;
      }
      form.setServerErrors(error);
      // These statuses are about the file, but name no field.
      if ([413, 415].includes(error.httpStatus)) form.setError('fileUpload', { message: error.message });
      return false;
    },
  });

  const isChosen = form.watch('fileUpload') !== null;
  // Ask before a tab with an unsent document is closed.
  useEffect(() => {
    if (!isChosen) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChosen]);

  const send = async (input: CallInput<typeof documentCalls.upload>) => {
    const file = sent.current!;
    const began = performance.now();
    abort.current = new AbortController();
    setUnconfirmed(null);
    // The next button gets the focus, and must ignore a second press that was meant for "Upload and send".
    mailCooldown.start();
    setProgress({ sent: 0, total: file.size, elapsed: 0 });
    form.isSending.current = true;
    const answer = await run(input, {
      files: { uploadVisaDoc: file },
      signal: abort.current.signal,
      onUploadProgress: (sentBytes, total) =>
        setProgress({ sent: sentBytes, total, elapsed: performance.now() - began }),
    });
    form.isSending.current = false;
    if (answer) form.sent();
  };

  const submit = form.handleSubmit(async ({ email, mailServiceProvider, fileUpload }) => {
    if (!fileUpload || pending) return;
    sent.current = fileUpload.file;
    await send({ orderId: order.order_id, email, mailServiceProvider, version: order.version });
  });

  return {
    submit,
    pending,
    progress: pending ? progress : null,
    cancel: () => abort.current?.abort(),
    unconfirmed,
    keepEditing: () => setUnconfirmed(null),
  };
}

/** The warnings of a refused document; null for other refusals. */
function warningsOf({ httpStatus, body }: CallError): string[] | null {
  if (httpStatus !== 409) return null;
  const read = v.safeParse(unconfirmedDocument, body?.data);
  return read.success ? read.output.warnings : null;
}
