import { useEffect, useRef, useState } from 'react';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { type CallError, useAction } from 'shared/desk';
import { Button, Note, useAfter } from 'shared/kit/base';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { showsPdfs } from '../documents/DocumentPreview.tsx';
import { refreshOrder } from '../order-detail/useOrder.ts';
import styles from './PackDialog.module.css';

interface PdfNoteProps {
  pdf: PackPdf;
  defencePackType: DefencePackType;
  onClose: () => void;
}

/** Below the head, when there is something to say of the PDF: it takes its time, it was not made, or no window shows it. */
export function PdfNote({ pdf, defencePackType, onClose }: PdfNoteProps) {
  const slow = useAfter(pdf.pending, 400);
  return (
    <div className={styles.note} aria-live="polite">
      {slow ? (
        <Note
          kind="info"
          action={
            <Button variant="text" size="tiny" onClick={pdf.cancel}>
              Cancel
            </Button>
          }
        >
          Making the PDF of Defence Pack {defencePackType}…
          <progress className={styles.progress} aria-label="Making the PDF" />
        </Note>
      ) : pdf.error && isForGood(pdf.error) ? (
        <TooMuchNote title="The PDF cannot be made." error={pdf.error} onBack={onClose} />
      ) : pdf.error ? (
        <Note
          kind="error"
          action={
            <Button variant="text" size="tiny" onClick={pdf.open}>
              Retry
            </Button>
          }
        >
          <b>The PDF was not made.</b> {pdf.error.message}
        </Note>
      ) : (
        pdf.notShown &&
        (showsPdfs() ? (
          <Note kind="warning">
            <b>The PDF is made, but your browser opened no new window.</b> Allow pop-ups for this site, or{' '}
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

/** A pack that takes too much takes it each time: no Retry helps then, and its message says what does (rules 13.3). */
export const isForGood = ({ httpStatus }: Pick<CallError, 'httpStatus'>) => httpStatus === 422;

interface TooMuchNoteProps {
  /** What was not made. */
  title: string;
  error: Pick<CallError, 'message'>;
  /** Back to the page that is to be printed in its place. */
  onBack: () => void;
  /** Left out where it stands in what is read aloud as it changes. */
  role?: 'alert';
}

/** What was not made and never will be, with the way to what is to be done instead. */
export function TooMuchNote({ title, error, onBack, role }: TooMuchNoteProps) {
  return (
    <Note
      kind="error"
      role={role}
      action={
        <Button variant="text" size="tiny" onClick={onBack}>
          Back to the order’s page
        </Button>
      }
    >
      <b>{title}</b> {error.message}
    </Note>
  );
}

/** A PDF stays in the browser for so many milliseconds: who looks at it may still want to save it. */
const keptFor = 60 * 60_000;

export interface PackPdf {
  /** Makes it, and opens it in a new window; downloads it where the browser cannot show PDFs. */
  open: () => void;
  /** Makes the PDF and prints all its pages. */
  print: () => void;
  cancel: () => void;
  pending: boolean;
  /** Why it was not made. */
  error: CallError | null;
  /** The address of a PDF that is made and that no window shows. */
  notShown: string | null;
  /** The name it is saved under. */
  fileName: string;
}

/**
 * The PDF of a pack. That it was made is in the order's history from then on, so the order is read anew. It is cancelled
 * when the dialog closes.
 */
export function usePackPdf(orderId: string, defencePackType: DefencePackType, shown: boolean): PackPdf {
  const fileName = `Defence Pack ${defencePackType} ${orderId}.pdf`;
  const [notShown, setNotShown] = useState<string | null>(null);
  const underway = useRef<AbortController | null>(null);
  // Not the action's own: it is of the pack that was open then, and leaves with it.
  const [error, setError] = useState<CallError | null>(null);
  const { run, pending } = useAction(defencePackCalls.packPdf, {
    toast: () => null,
    onFailed: (failure) => {
      setError(failure);
      return true;
    },
  });
  const cancel = () => underway.current?.abort();

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
    if (showsPdfs()) {
      if (!window.open(address, '_blank')) setNotShown(address);
    } else {
      setNotShown(address);
      Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
    }
  };

  return {
    open: () => void make(open),
    print: () => void make(showsPdfs() ? printPdf : open),
    cancel,
    pending,
    error,
    notShown,
    fileName,
  };
}

let printFrame: HTMLIFrameElement | undefined;

/** A PDF is printed by the browser's own viewer, which needs a frame. A frame with display: none would not render. */
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
