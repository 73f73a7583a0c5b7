import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallInput } from 'shared/api/call';
import { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import type { MailEntry, OrderDetails } from 'shared/api/orderDetails';
import { type CallError, useCallForm, useSession } from 'shared/desk';
import { documentEdge, documentFault, documentTypeOf } from 'shared/rules/documentTypes';
import * as v from 'valibot';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import type { UploadProgress } from './UploadFields.tsx';
import { mailChoice } from './mailForm.tsx';

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

export type UploadForm = ReturnType<typeof useUploadForm>;

/**
 * The upload form, and whether it is shown: folded to one line until somebody wants it, and as long as nothing in it
 * waits to be sent (rules 11.16). Its e-mail is also where "Resend" goes, so that an address is corrected in one place.
 */
export function useUploadForm(order: OrderDetails) {
  const form = useCallForm(documentCalls.upload, {
    fields: ['email', 'mailServiceProvider'],
    own,
    namedByApi: { fileUpload: 'uploadVisaDoc' },
    mode: 'onTouched',
    defaultValues: {
      email: order.contact_email_address ?? order.email,
      mailServiceProvider: 'AWS',
      fileUpload: null,
    },
  });
  const [wanted, setWanted] = useState(false);
  const [leaving, setLeaving] = useState<{ mail: MailEntry; mailsBefore: number } | null>(null);
  const choices = useRef(0);
  const holdsSomething = form.formState.isDirty;

  /** Opens the form, and puts the focus into one of its fields. */
  const goTo = (field: 'email' | 'fileUpload') => {
    // A field that is not there yet cannot have the focus.
    flushSync(() => setWanted(true));
    document.getElementById('upload')?.scrollIntoView({ block: 'start' });
    form.setFocus(field, { shouldSelect: true });
  };

  /** Takes a file, with what is wrong with it under it at once. Of two in a row the last one stays. */
  const choose = async (file: File) => {
    const choice = ++choices.current;
    const chosen = await chosenDocument(file, order.upload_limit_mb);
    if (choice === choices.current) form.setValue('fileUpload', chosen, { shouldDirty: true, shouldValidate: true });
  };

  /** Takes an address that a mail was sent to: no draft, so it opens nothing (rules 11.16). */
  const keepAddress = (address: string) => {
    // Folded since the page was opened the form has no such field yet, and only a field can be reset.
    form.register('email');
    form.resetField('email', { defaultValue: address });
  };

  return {
    ...form,
    isOpen: wanted || holdsSomething,
    holdsSomething,
    goTo,
    fold: () => setWanted(false),
    /** The mail that the form is sending, or has sent and that the order does not tell of yet. */
    leaving: leaving?.mailsBefore === order.mailHistory.length ? leaving.mail : null,
    setLeaving: (mail: MailEntry | null) => setLeaving(mail && { mail, mailsBefore: order.mailHistory.length }),
    /** Ready for the next document, where it stands: a form that folded by itself would move what is being read. */
    sent: () => {
      // Provider and address stay as they are: sent, they are no draft any more.
      form.reset({ ...form.getValues(), fileUpload: null });
      setWanted(true);
    },
    choose,
    keepAddress,
  };
}

/** What the form holds once nothing is wrong with it. */
type Filled = Parameters<Parameters<UploadForm['handleSubmit']>[0]>[0];

/** A document that looks like another person's: why, and how it is sent all the same. */
export interface Unconfirmed {
  warnings: string[];
  sendAnyway: () => void;
}

/**
 * Sends the chosen document and tells how far it is. Refused or cancelled, it stays chosen, and what is wrong with it
 * stands under it; done, the form is ready for the next one. One that looks like another person's waits to be confirmed.
 */
export function useUpload(order: OrderDetails, form: UploadForm) {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null);
  const abort = useRef<AbortController | null>(null);
  const sent = useRef<{ file: File; mail: MailEntry } | null>(null);
  const { run, pending } = useOrderAction(documentCalls.upload, {
    notDone: () => 'Your document was not sent',
    toast: ({ data }) => mailChoice(order.order_id, data),
    onDone: form.sent,
    onFailed: (error, input) => {
      const warnings = warningsOf(error);
      if (warnings) {
        setUnconfirmed({ warnings, sendAnyway: () => void send({ ...input, confirmed: 'Y' }) });
        return true;
      }
      form.refuse(error);
      // Said of the document, though no rule about a field was broken.
      if ([413, 415].includes(error.httpStatus)) form.setError('fileUpload', { message: error.message });
      return false;
    },
  });
  useStayWhile(pending);

  const send = async (input: CallInput<typeof documentCalls.upload>) => {
    const { file, mail } = sent.current!;
    const controller = new AbortController();
    abort.current = controller;
    const began = performance.now();
    setUnconfirmed(null);
    setProgress({ sent: 0, total: file.size, elapsed: 0 });
    form.setLeaving(mail);
    await run(input, {
      files: { uploadVisaDoc: file },
      signal: controller.signal,
      onUploadProgress: (gone, total) => setProgress({ sent: gone, total, elapsed: performance.now() - began }),
    });
    form.setLeaving(null);
  };

  const upload = async ({ email, mailServiceProvider, fileUpload }: Filled) => {
    if (!fileUpload || pending) return;
    sent.current = { file: fileUpload.file, mail: leavingMail(order.order_id, { email, mailServiceProvider }) };
    await send({ orderId: order.order_id, email, mailServiceProvider, version: order.version });
  };

  return {
    upload,
    progress: pending ? progress : null,
    sending: pending,
    cancel: () => abort.current?.abort(),
    unconfirmed,
    keep: () => setUnconfirmed(null),
  };
}

/** The mail as the order will tell of it, for as long as its document is on its way. */
const leavingMail = (
  orderId: string,
  { email, mailServiceProvider }: Pick<Filled, 'email' | 'mailServiceProvider'>,
): MailEntry => ({
  id: 0,
  order_id: orderId,
  create_ts: new Date().toISOString(),
  kind: 'approval',
  recipient: email,
  state: 'queued',
  due_at: null,
  reason: null,
  message_id: null,
  sent_by: useSession.getState().user?.name ?? null,
  uploadDoc: { file1: null, mail_service_provider: mailServiceProvider },
});

/** Null: it was refused for another reason. */
function warningsOf({ httpStatus, body }: CallError): string[] | null {
  if (httpStatus !== 409) return null;
  const read = v.safeParse(unconfirmedDocument, body?.data);
  return read.success ? read.output.warnings : null;
}

/** Asks before the tab is closed over an upload that is on its way. */
function useStayWhile(sending: boolean) {
  useEffect(() => {
    if (!sending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
}

/** A file that somebody chose, judged: rules 11.13. */
export interface ChosenDocument {
  file: File;
  /** By its bytes; null: nothing that is taken. */
  contentType: string | null;
  /** Why it cannot be sent; null: as far as can be told here, it can. */
  fault: string | null;
}

/** Judges a file by its first and last bytes, as the API will. One that is not there any more says so. */
async function chosenDocument(file: File, limitMb: number): Promise<ChosenDocument> {
  try {
    const head = await bytesOf(file.slice(0, documentEdge));
    const tail = await bytesOf(file.slice(-documentEdge));
    const fault = documentFault({ name: file.name, size: file.size, head, tail }, limitMb);
    return { file, contentType: documentTypeOf(head)?.contentType ?? null, fault: fault?.text ?? null };
  } catch {
    return { file, contentType: null, fault: 'This file cannot be read. It may have been moved. Choose it again.' };
  }
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
