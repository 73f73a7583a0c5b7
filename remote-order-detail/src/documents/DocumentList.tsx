import { Download, FileText } from 'lucide-react';
import type { UploadedDocument } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { fileSize } from './fileSize.ts';
import styles from './DocumentList.module.css';

/** The documents that are stored, newest first: each opens in a tab of its own, or is saved. */
export function DocumentList({ documents }: { documents: readonly UploadedDocument[] }) {
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
                href={`${address(document)}&inline=1`}
                target="_blank"
                rel="noreferrer"
                title={document.original_name}
              >
                {document.original_name}
              </a>
              <div className={styles.size}>
                {fileSize(document.size)}
                <br />
                {historyTime(document.created_at)}
              </div>
            </div>
            <a
              className={styles.save}
              href={address(document)}
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

const address = ({ file1, grant }: UploadedDocument) =>
  `/uploads/visaDocs/${encodeURIComponent(file1)}?grant=${encodeURIComponent(grant)}`;
