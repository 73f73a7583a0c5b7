import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { comparedFact } from 'shared/declaration/documentMatch';
import { historyTime } from 'shared/format/dates';
import { ConfirmDialog } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { Moment } from '../order-detail/Moment.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { DocumentLink, documentUrl, fileSize, PreviewButton } from './DocumentPreview.tsx';
import styles from './DocumentList.module.css';

interface DocumentListProps {
  documents: readonly UploadedDocument[];
  looked: string | null;
  onLook: (file1: string) => void;
  orderId: string;
}

export function DocumentList({ documents, looked, onLook, orderId }: DocumentListProps) {
  const [isAsking, setAsking] = useState(false);
  /** Kept while the dialog closes, so that its text stays. */
  const [asked, setAsked] = useState<UploadedDocument | null>(null);
  const withdrawal = useOrderAction(documentCalls.withdraw, { failureText: () => 'The document was not withdrawn' });
  const withdraw = async () => {
    if (asked) await withdrawal.run({ orderId, file1: asked.file1 });
    setAsking(false);
  };
  const ask = (document: UploadedDocument, pressed: HTMLElement) => {
    // The Withdraw button unmounts, so return the focus to the row's Preview.
    pressed.closest('li')?.querySelector('button')?.focus();
    setAsked(document);
    setAsking(true);
  };
  return (
    <section className={styles.list} aria-label="Documents">
      <h3 className={styles.title}>Documents</h3>
      {documents.length === 0 && <p className={styles.none}>No document has been uploaded yet.</p>}
      <ul>
        {documents.map((document) => (
          <li key={document.file1} className={styles.file}>
            <FileText size={20} strokeWidth={1.75} aria-hidden />
            <div className={styles.about}>
              <DocumentLink document={document} className={styles.name} />
              <div className={styles.size}>
                {fileSize(document.size)}
                <br />
                <Moment at={document.created_at}>{historyTime(document.created_at)}</Moment>
                {document.withdrawn_at && (
                  <>
                    <br />
                    <b>Withdrawn</b> <Moment at={document.withdrawn_at}>{historyTime(document.withdrawn_at)}</Moment>
                  </>
                )}
              </div>
            </div>
            <PreviewButton document={document} looked={looked} onLook={onLook} />
            {!document.withdrawn_at && (
              <Button
                variant="text"
                size="tiny"
                aria-disabled={withdrawal.waits}
                aria-label={`Withdraw ${document.original_name}`}
                onClick={({ currentTarget }) => !withdrawal.waits && ask(document, currentTarget)}
              >
                Withdraw
              </Button>
            )}
            <a
              className={styles.save}
              href={documentUrl(document)}
              download={document.original_name}
              aria-label={`Save ${document.original_name}`}
              title="Save"
            >
              <Download size={16} strokeWidth={1.75} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isAsking}
        title="Withdraw this document?"
        confirmLabel="Withdraw document"
        pendingLabel="Withdrawing…"
        destructive
        pending={withdrawal.pending}
        onConfirm={withdraw}
        onCancel={() => setAsking(false)}
      >
        <bdi>{asked?.original_name}</bdi> stays here as evidence. The customer can no longer download it.
      </ConfirmDialog>
    </section>
  );
}

/** For a document that seems to be another person's: each compared fact, and whether it matches (rules 11.14). */
export function DocumentMatch({ warnings }: { warnings: readonly string[] }) {
  return (
    <table className={styles.match}>
      <thead>
        <tr>
          <td />
          <th scope="col">Document</th>
          <th scope="col">Order</th>
          <th scope="col">Match</th>
        </tr>
      </thead>
      <tbody>
        {warnings.map((warning) => {
          const fact = comparedFact(warning);
          return fact ? (
            <tr key={warning}>
              <th scope="row">{fact.what}</th>
              <td>
                <bdi>{fact.document}</bdi>
              </td>
              <td>
                <bdi>{fact.order}</bdi>
              </td>
              <td>{fact.matches ? 'Yes' : <b>No</b>}</td>
            </tr>
          ) : (
            <tr key={warning}>
              <td colSpan={4}>
                <bdi>{warning}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
