import { Note, showsPdfs } from 'shared/kit';
import { Button, useAfter } from 'shared/kit/base';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { isForGood, TooMuchNote } from './TooMuchNote.tsx';
import type { PackPdf } from './usePackPdf.ts';
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
