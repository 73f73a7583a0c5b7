import type { UploadedDocument } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { DocumentLink } from './DocumentLink.tsx';
import styles from './NewestDocument.module.css';

/** What the folded form says of the order's documents: the newest, which is the one that goes out, and when it came. */
export function NewestDocument({ document }: { document: UploadedDocument | undefined }) {
  if (!document) return <span className={styles.when}>No document has been uploaded yet.</span>;
  return (
    <span className={styles.newest}>
      <DocumentLink document={document} className={styles.name} />{' '}
      <span className={styles.when}>{historyTime(document.created_at)}</span>
    </span>
  );
}
