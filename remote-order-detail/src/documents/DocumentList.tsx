import { Download, FileText } from 'lucide-react';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { documentAddress, openAddress } from './documentAddress.ts';
import { fileSize } from './fileSize.ts';
import { PreviewButton } from './PreviewButton.tsx';
import styles from './DocumentList.module.css';

interface DocumentListProps {
  documents: readonly UploadedDocument[];
  /** The file that is looked at. */
  looked: string | null;
  onLook: (file1: string) => void;
}

/** The documents that are stored, newest first: each is looked at here, opens in a tab of its own, or is saved. */
export function DocumentList({ documents, looked, onLook }: DocumentListProps) {
  return (
    <section className={styles.list} aria-label="Documents">
      <h3 className={styles.title}>Documents</h3>
      {documents.length === 0 && <p className={styles.none}>No document has been uploaded yet.</p>}
      <ul>
        {documents.map((document) => (
          <li key={document.file1} className={styles.file}>
            <FileText size={20} strokeWidth={1.75} aria-hidden />
            <div className={styles.about}>
              <a
                className={styles.name}
                href={openAddress(document)}
                target="_blank"
                rel="noreferrer"
                title={document.original_name}
              >
                <bdi>{document.original_name}</bdi>
              </a>
              <div className={styles.size}>
                {fileSize(document.size)}
                <br />
                {historyTime(document.created_at)}
              </div>
            </div>
            <PreviewButton document={document} looked={looked} onLook={onLook} />
            <a
              className={styles.save}
              href={documentAddress(document)}
              aria-label={`Save ${document.original_name}`}
              title="Save"
            >
              <Download size={16} strokeWidth={1.75} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
