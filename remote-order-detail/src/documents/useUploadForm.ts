import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { CallInput } from 'shared/api/call';
import { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import type { SectionId } from 'shared/declaration/sections';
import { type CallError, mailToastOptions, queryClient, toastInfo, useCallForm, useSession } from 'shared/desk';
import { cleanFileName } from 'shared/format/fileName';
import { fileSize } from 'shared/format/fileSize';
import { orderPath } from 'shared/format/orderIdCode';
import { type ChosenDocument, checkChosenFile } from 'shared/rules/documentTypes';
import * as v from 'valibot';
import { focusNextStep } from '../order-detail/focus.ts';
import { useOrderAction, useOrderActions } from '../order-detail/useOrderAction.ts';

const own = {
  fileUpload: v.pipe(
    v.custom<ChosenDocument | null>(() => true),
    v.check((chosen) => chosen !== null, 'File is required'),
    v.check(
      (chosen) => !chosen?.fault,
      ({ input }) => input?.fault ?? '',
    ),
  ),
};

const keptDocuments = 'kept-document';
// Kept until sign-out or a reload.
queryClient.setQueryDefaults([keptDocuments], { gcTime: Infinity });

export type UploadForm = ReturnType<typeof useUploadForm>;

/**
 * The upload form, open on demand and while it has unsent input (rule 11.16). "Resend" uses the form's email, so that
 * an address needs correcting only once.
 */
export function useUploadForm(order: OrderDetails) {
  const { order_id: orderId } = order;
  const form = useCallForm(documentCalls.upload, {
    fields: ['email', 'mailServiceProvider'],
    own,
    apiNames: { fileUpload: 'uploadVisaDoc' },
    mode: 'onTouched',
    defaultValues: {
      email: order.contact_email_address ?? order.email,
      mailServiceProvider: 'AWS',
      fileUpload: null,
    },
  });
  const [wanted, setWanted] = useState(false);
  const choices = useRef(0);
  const isSending = useRef(false);
  const holdsSomething = form.formState.isDirty;
  const setFile = (chosen: ChosenDocument) =>
    form.setValue('fileUpload', chosen, { shouldDirty: true, shouldValidate: true });

  const memberId = useSession(({ user }) => user?.id);
  const navigate = useNavigate();
  const keptKey = [keptDocuments, memberId, orderId];
  const restore = useEffectEvent(() => {
    const chosenBefore = queryClient.getQueryData<ChosenDocument>(keptKey);
    if (chosenBefore) setFile(chosenBefore);
    queryClient.removeQueries({ queryKey: keptKey });
  });
  const keep = useEffectEvent(() => {
    const chosen = form.getValues('fileUpload');
    if (!chosen || isSending.current || useSession.getState().user?.id !== memberId) return;
    queryClient.setQueryData(keptKey, chosen);
    toastInfo(`${cleanFileName(chosen.file.name)} was not sent. It’s still selected on order ${orderId}.`, {
      id: keptDocuments,
      action: { label: `Open ${orderId}`, run: () => void navigate(orderPath(orderId)) },
    });
  });
  useEffect(() => {
    restore();
    return () => keep();
  }, []);

  /** Focuses the button that sends the file, or the file field if no file is chosen or the file cannot be sent. */
  const focusUpload = () => {
    if (form.getValues('fileUpload')?.fault !== null) return form.setFocus('fileUpload');
    const send = document.querySelector<HTMLElement>('#upload button[type=submit]');
    send?.focus({ preventScroll: true });
    // Scrolls no further than needed, whereas `focus` would centre the button.
    send?.scrollIntoView({ block: 'nearest' });
  };

  /** The number of the order's mails before the last upload. */
  const [mailsBefore, setMailsBefore] = useState<number | null>(null);
  const hasArrived = mailsBefore !== null && order.mailHistory.length > mailsBefore;
  useEffect(() => {
    if (!hasArrived) return;
    document.getElementById('emails' satisfies SectionId)?.scrollIntoView();
    if (document.activeElement?.matches('body, #upload *')) focusNextStep();
  }, [hasArrived, mailsBefore]);

  return {
    ...form,
    isOpen: wanted || holdsSomething,
    holdsSomething,
    isSending,
    open: () => {
      // Render the field, so that it can be focused.
      flushSync(() => setWanted(true));
      document.getElementById('upload')?.scrollIntoView();
      focusUpload();
    },
    fold: () => setWanted(false),
    /** Selects a file and shows its error at once. The latest selection wins. */
    choose: async (file: File) => {
      const choice = ++choices.current;
      const chosen = await checkChosenFile(file, order.upload_limit_mb);
      if (choice !== choices.current) return;
      // Render first, because a chosen file opens a closed form.
      flushSync(() => setFile(chosen));
      focusUpload();
    },
    /** Call after sending: keeps provider and address, but no longer counts them as unsaved input. */
    sent: () => {
      form.reset({ ...form.getValues(), fileUpload: null });
      setMailsBefore(order.mailHistory.length);
      setWanted(false);
    },
    /** Sets the address without counting it as unsaved input (rule 11.16). */
    keepAddress: (address: string) => {
      // Only registered fields can be reset, and a collapsed form has not registered this field.
      form.register('email');
      form.resetField('email', { defaultValue: address });
    },
  };
}

/**
 * Uploads the selected file with progress. After an error or Cancel, the file stays selected. A document that seems
 * to be another person's waits for confirmation (rules 11.4, 11.14).
 */
export function useUpload(order: OrderDetails, form: UploadForm) {
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

export interface UploadProgress {
  sent: number;
  total: number;
  /** Milliseconds since the upload started. */
  elapsed: number;
}

/** '1.9 MB of 3.1 MB · 4 s left'. After the last byte, says what the server is doing. */
export function uploadProgress({ sent, total, elapsed }: UploadProgress): string {
  const whole = fileSize(total);
  if (sent >= total) return `${whole} · Checking and storing…`;
  if (sent <= 0) return whole;
  const parts = `${fileSize(sent)} of ${whole}`;
  // The average speed is unknown at first.
  if (elapsed < 300) return parts;
  const seconds = Math.ceil(((total - sent) / sent) * (elapsed / 1000));
  return `${parts} · ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}
