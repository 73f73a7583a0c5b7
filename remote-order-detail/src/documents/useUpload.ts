import { useEffect, useRef, useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import type { UploadProgress } from './ChosenFile.tsx';
import type { UploadForm } from './useUploadForm.ts';

/** What the form holds once nothing is wrong with it. */
type Filled = Parameters<Parameters<UploadForm['handleSubmit']>[0]>[0];

/**
 * Sends the chosen document and tells how far it is. Refused or cancelled, it stays chosen, and what is wrong with it
 * stands under it; done, the form is ready for the next one.
 */
export function useUpload(order: OrderDetails, form: UploadForm) {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const abort = useRef<AbortController | null>(null);
  const { run, pending } = useOrderAction(documentCalls.upload, {
    notDone: () => 'Your document was not sent',
    onDone: () => form.resetField('fileUpload'),
    onFailed: (error) => {
      form.refuse(error);
      // Said of the document, though no rule about a field was broken.
      if ([413, 415].includes(error.httpStatus)) form.setError('fileUpload', { message: error.message });
    },
  });
  useStayWhile(pending);

  const upload = async ({ email, mailServiceProvider, fileUpload }: Filled) => {
    if (!fileUpload || pending) return;
    const controller = new AbortController();
    abort.current = controller;
    const began = performance.now();
    setProgress({ sent: 0, total: fileUpload.size, elapsed: 0 });
    const input = { orderId: order.order_id, email, mailServiceProvider, version: order.version };
    await run(input, {
      files: { uploadVisaDoc: fileUpload },
      signal: controller.signal,
      onUploadProgress: (sent, total) => setProgress({ sent, total, elapsed: performance.now() - began }),
    });
  };

  return { upload, progress: pending ? progress : null, sending: pending, cancel: () => abort.current?.abort() };
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
