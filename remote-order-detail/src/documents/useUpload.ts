import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { CallInput } from 'shared/api/call';
import { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import type { MailEntry, OrderDetails } from 'shared/api/orderDetails';
import { useSession, type CallError } from 'shared/desk';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { mailChoice } from './mailUndo.ts';
import type { UploadProgress } from './ChosenFile.tsx';
import type { UploadForm } from './useUploadForm.ts';

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
