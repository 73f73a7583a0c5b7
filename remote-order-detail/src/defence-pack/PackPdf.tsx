import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { type CallError, useAction } from 'shared/desk';
import { Button, Note, useDelayed } from 'shared/kit/base';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { canShowPdfs } from '../documents/DocumentPreview.tsx';
import { refreshOrder } from '../order-detail/useOrder.ts';
import styles from './PackDialog.module.css';

interface PdfNoteProps {
  pdf: PackPdf;
  defencePackType: DefencePackType;
  onClose: () => void;
}

export function PdfNote({ pdf, defencePackType, onClose }: PdfNoteProps) {
  const slow = useDelayed(pdf.pending, 400);
  return (
    <div className={styles.note} aria-live="polite">
      {slow ? (
        <Note kind="info" action={<NoteButton onClick={pdf.cancel}>Cancel</NoteButton>}>
          Creating the PDF of Defence Pack {defencePackType}…
          <progress className={styles.progress} aria-label="Creating the PDF" />
        </Note>
      ) : pdf.error && isPermanent(pdf.error) ? (
        <PackTooLargeNote title="The PDF cannot be created." error={pdf.error} onBack={onClose} />
      ) : pdf.error ? (
        <Note kind="error" action={<NoteButton onClick={pdf.open}>Retry</NoteButton>}>
          <b>The PDF was not created.</b> {pdf.error.message}
        </Note>
      ) : (
        pdf.notShown &&
        (canShowPdfs() ? (
          <Note kind="warning">
            <b>The PDF is ready, but your browser blocked the new window.</b> Allow pop-ups for this site, or{' '}
            <a href={pdf.notShown} target="_blank" rel="noreferrer">
              open the PDF here
            </a>
            .
          </Note>
        ) : (
          <Note kind="info">
            <b>This browser cannot show PDFs, so the PDF was downloaded.</b>{' '}
            <a href={pdf.notShown} download={pdf.fileName}>
              Download it again
            </a>
          </Note>
        ))
      )}
    </div>
  );
}

const NoteButton = (button: ComponentProps<typeof Button>) => <Button variant="text" size="tiny" {...button} />;

/** A pack that is too large fails every time, so a link to the order's page replaces Retry (rule 13.3). */
export const isPermanent = ({ httpStatus }: Pick<CallError, 'httpStatus'>) => httpStatus === 422;

interface PackTooLargeNoteProps {
  title: string;
  error: Pick<CallError, 'message'>;
  /** Returns to the order's page, which can be printed instead. */
  onBack: () => void;
  /** Omit inside a live region. */
  role?: 'alert';
}

export function PackTooLargeNote({ title, error, onBack, role }: PackTooLargeNoteProps) {
  return (
    <Note kind="error" role={role} action={<NoteButton onClick={onBack}>Back to the order’s page</NoteButton>}>
      <b>{title}</b> {error.message}
    </Note>
  );
}

/** How long a PDF is kept, in milliseconds. Long, because people may still want to save an open PDF. */
const keptFor = 60 * 60_000;

export type PackPdf = ReturnType<typeof usePackPdf>;

/**
 * Creates a pack's PDF, and refetches the order, whose history records the PDF. Closing the dialog cancels the request.
 */
export function usePackPdf(orderId: string, defencePackType: DefencePackType, shown: boolean) {
  const fileName = `Defence Pack ${defencePackType} ${orderId}.pdf`;
  /** The URL of a PDF that the browser did not show. */
  const [notShown, setNotShown] = useState<string | null>(null);
  const underway = useRef<AbortController | null>(null);
  // Kept here, because `useAction` would still return the error after the dialog is closed.
  const [error, setError] = useState<CallError | null>(null);
  const { run, pending } = useAction(defencePackCalls.packPdf, {
    toast: () => null,
    onFailed: (failure) => {
      setError(failure);
      return true;
    },
  });

  useEffect(() => {
    if (!shown) return;
    return () => {
      underway.current?.abort();
      setNotShown(null);
      setError(null);
    };
  }, [shown]);

  const make = async (show: (address: string) => void) => {
    if (pending) return;
    setNotShown(null);
    setError(null);
    underway.current = new AbortController();
    const made = await run({ orderId, defencePackType }, { signal: underway.current.signal });
    if (!made) return;
    const address = URL.createObjectURL(made.data);
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
    show(address);
    await refreshOrder();
  };
  const open = (address: string) => {
    if (canShowPdfs()) {
      if (!window.open(address, '_blank')) setNotShown(address);
    } else {
      setNotShown(address);
      Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
    }
  };

  return {
    /** Opens the PDF in a new window, or downloads it if the browser cannot show PDFs. */
    open: () => void make(open),
    print: () => void make(canShowPdfs() ? printPdf : open),
    cancel: () => underway.current?.abort(),
    pending,
    error,
    notShown,
    fileName,
  };
}

let printFrame: HTMLIFrameElement | undefined;

/** Prints through the browser's PDF viewer, which requires a frame without display: none. */
function printPdf(address: string) {
  printFrame?.remove();
  const frame = document.createElement('iframe');
  printFrame = Object.assign(frame, {
    src: address,
    title: 'Defence pack to be printed',
    tabIndex: -1,
    ariaHidden: 'true',
  });
  Object.assign(frame.style, { position: 'fixed', width: '1px', height: '1px', border: '0', opacity: '0' });
  frame.addEventListener('load', () => frame.contentWindow?.print(), { once: true });
  document.body.append(frame);
  setTimeout(() => frame.remove(), keptFor);
}
