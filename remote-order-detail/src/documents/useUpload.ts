import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { CallInput } from 'shared/api/call';
import { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type CallError, mailToastOptions, queryClient, toastInfo, useCallForm, useSession } from 'shared/desk';
import { cleanFileName } from 'shared/format/fileName';
import { orderPath } from 'shared/format/orderIdCode';
import { type ChosenDocument, checkChosenFile } from 'shared/rules/documentTypes';
import * as v from 'valibot';
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

export interface UploadProgress {
  sent: number;
  total: number;
  /** Milliseconds since the upload started. */
  elapsed: number;
}

export type UploadForm = ReturnType<typeof useUploadForm>;

/**
 * The upload form, open on demand and while it has unsent input (rules 11.16). "Resend" uses its email, so that an
 * address is corrected in one place.
 */
export function useUploadForm(order: OrderDetails) {
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
  /** How many mails the order had before the last one sent here. */
  const [mailsBefore, setMailsBefore] = useState<number | null>(null);
  const choices = useRef(0);
  const isSending = useRef(false);
  useKeptDocument(order.order_id, {
    isSending: () => isSending.current,
    read: () => form.getValues('fileUpload'),
    choose: (document) => form.setValue('fileUpload', document, { shouldDirty: true, shouldValidate: true }),
  });
  const holdsSomething = form.formState.isDirty;

  const goTo = (field: 'email' | 'fileUpload') => {
    // Render the field, so that it can be focused.
    flushSync(() => setWanted(true));
    document.getElementById('upload')?.scrollIntoView({ block: 'start' });
    form.setFocus(field, { shouldSelect: true });
  };

  /** Selects a file and shows its error at once. The latest selection wins. */
  const choose = async (file: File) => {
    const choice = ++choices.current;
    const chosen = await checkChosenFile(file, order.upload_limit_mb);
    if (choice !== choices.current) return;
    // Render the form first, because the send button appears only with a file.
    flushSync(() => form.setValue('fileUpload', chosen, { shouldDirty: true, shouldValidate: true }));
    if (chosen.fault) form.setFocus('fileUpload');
    else document.querySelector<HTMLElement>('#upload button[type=submit]')?.focus({ preventScroll: true });
  };

  /** Uses an address without making it unsaved input (rules 11.16). */
  const keepAddress = (address: string) => {
    // Only registered fields can be reset, and a collapsed form has not registered this field.
    form.register('email');
    form.resetField('email', { defaultValue: address });
  };

  return {
    ...form,
    isOpen: wanted || holdsSomething,
    holdsSomething,
    isSending,
    goTo,
    fold: () => setWanted(false),
    /** Null until Email History has the mail sent here, then a number that differs for each mail. */
    arrived: mailsBefore !== null && order.mailHistory.length > mailsBefore ? mailsBefore : null,
    sent: () => {
      // Keep provider and address, but no longer as unsaved input.
      form.reset({ ...form.getValues(), fileUpload: null });
      setMailsBefore(order.mailHistory.length);
      setWanted(false);
    },
    choose,
    keepAddress,
  };
}

const keptDocuments = 'kept-document';
// Kept until sign-out or a reload.
queryClient.setQueryDefaults([keptDocuments], { gcTime: Infinity });

interface Keeping {
  isSending: () => boolean;
  read: () => ChosenDocument | null;
  choose: (document: ChosenDocument) => void;
}

/** Keeps a chosen, unsent document when the page is left, with a toast. The order's page restores the document. */
function useKeptDocument(orderId: string, { isSending, read, choose }: Keeping) {
  const memberId = useSession(({ user }) => user?.id);
  const navigate = useNavigate();
  useEffect(() => {
    const queryKey = [keptDocuments, memberId, orderId];
    const found = queryClient.getQueryData<ChosenDocument>(queryKey);
    if (found) choose(found);
    queryClient.removeQueries({ queryKey });
    return () => {
      const chosen = read();
      if (!chosen || isSending() || useSession.getState().user?.id !== memberId) return;
      queryClient.setQueryData(queryKey, chosen);
      toastInfo(`${cleanFileName(chosen.file.name)} was not sent. It stays selected on order ${orderId}.`, {
        id: keptDocuments,
        action: { label: `Open ${orderId}`, run: () => void navigate(orderPath(orderId)) },
      });
    };
    // Runs once for each opened order.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [orderId, memberId]);
}

/** The values of a valid form. */
type Filled = Parameters<Parameters<UploadForm['handleSubmit']>[0]>[0];

export interface Unconfirmed {
  warnings: string[];
  sendAnyway: () => void;
}

/**
 * Uploads the selected file with progress. After an error or a cancel the file stays selected with its error. A
 * document that seems to be another person's waits for confirmation.
 */
export function useUpload(order: OrderDetails, form: UploadForm) {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null);
  const abort = useRef<AbortController | null>(null);
  const sent = useRef<File | null>(null);
  const { mailCooldown } = useOrderActions();
  const { run, pending } = useOrderAction(documentCalls.upload, {
    failureText: () => 'Your document was not sent',
    toast: ({ data }) => mailToastOptions(data),
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
  useLeaveWarning(pending || form.watch('fileUpload') !== null);

  const send = async (input: CallInput<typeof documentCalls.upload>) => {
    const file = sent.current!;
    const controller = new AbortController();
    abort.current = controller;
    const began = performance.now();
    setUnconfirmed(null);
    // The next action's button gets the focus: it must ignore a second press on "Upload and send".
    mailCooldown.start();
    setProgress({ sent: 0, total: file.size, elapsed: 0 });
    form.isSending.current = true;
    const answer = await run(input, {
      files: { uploadVisaDoc: file },
      signal: controller.signal,
      onUploadProgress: (gone, total) => setProgress({ sent: gone, total, elapsed: performance.now() - began }),
    });
    form.isSending.current = false;
    if (!answer) return;
    form.sent();
  };

  const upload = async ({ email, mailServiceProvider, fileUpload }: Filled) => {
    if (!fileUpload || pending) return;
    sent.current = fileUpload.file;
    await send({ orderId: order.order_id, email, mailServiceProvider, version: order.version });
  };

  return {
    upload,
    progress: pending ? progress : null,
    sending: pending,
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

/** Asks before a tab with an unsent document is closed. */
function useLeaveWarning(sending: boolean) {
  useEffect(() => {
    if (!sending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
}
