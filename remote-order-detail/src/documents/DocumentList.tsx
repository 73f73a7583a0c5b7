import { Download, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { comparedFact } from 'shared/declaration/documentMatch';
import { fileSize } from 'shared/format/fileSize';
import { ConfirmDialog } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { Moment } from '../order-detail/Moment.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { DocumentLink, documentUrl } from './DocumentPreview.tsx';
import styles from './DocumentList.module.css';

interface DocumentListProps {
  documents: readonly UploadedDocument[];
  orderId: string;
  previewButton: (document: UploadedDocument) => ReactNode;
}

export function DocumentList({ documents, ...row }: DocumentListProps) {
  return (
    <section className={styles.list} aria-label="Documents">
      <h3 className={styles.title}>Documents</h3>
      {documents.length === 0 && <p className={styles.none}>No document has been uploaded yet.</p>}
      <ul>
        {documents.map((document) => (
          <DocumentRow key={document.file1} document={document} {...row} />
        ))}
      </ul>
    </section>
  );
}

interface DocumentRowProps extends Omit<DocumentListProps, 'documents'> {
  document: UploadedDocument;
}

function DocumentRow({ document, orderId, previewButton }: DocumentRowProps) {
  const { file1, original_name: name, size, created_at: uploadedAt, withdrawn_at: withdrawnAt } = document;
  const [isAsking, setAsking] = useState(false);
  const withdrawal = useOrderAction(documentCalls.withdraw, { failureText: () => 'The document was not withdrawn' });
  const withdraw = async () => {
    await withdrawal.run({ orderId, file1 });
    setAsking(false);
  };
  const ask = (pressed: HTMLElement) => {
    // Focus Preview, so that the dialog later returns the focus there: the Withdraw button unmounts.
    pressed.closest('li')?.querySelector('button')?.focus();
    setAsking(true);
  };
  return (
    <li className={styles.file}>
      <FileText size={20} strokeWidth={1.75} aria-hidden />
      <div className={styles.about}>
        <DocumentLink document={document} className={styles.name} />
        <div className={styles.size}>
          {fileSize(size)}
          <br />
          <Moment at={uploadedAt} />
          {withdrawnAt && (
            <>
              <br />
              <b>Withdrawn</b> <Moment at={withdrawnAt} />
            </>
          )}
        </div>
      </div>
      {previewButton(document)}
      {!withdrawnAt && (
        <Button
          variant="text"
          size="tiny"
          aria-disabled={withdrawal.waits}
          aria-label={`Withdraw ${name}`}
          onClick={({ currentTarget }) => !withdrawal.waits && ask(currentTarget)}
        >
          Withdraw
        </Button>
      )}
      <a className={styles.save} href={documentUrl(document)} download={name} aria-label={`Save ${name}`} title="Save">
        <Download size={16} strokeWidth={1.75} aria-hidden />
      </a>
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
        The customer won’t be able to download <bdi>{name}</bdi>. It stays here as evidence.
      </ConfirmDialog>
    </li>
  );
}

/** The table of compared facts, for a document that seems to be another person's (rule 11.14). */
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
