import type { UploadedDocument } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { openAddress } from './documentAddress.ts';
import styles from './NewestDocument.module.css';

/** What the folded form says of the order's documents: the newest, which is the one that goes out, and when it came. */
export function NewestDocument({ document }: { document: UploadedDocument | undefined }) {
  if (!document) return <span className={styles.when}>There is no document to send.</span>;
  return (
    <span className={styles.newest}>
      <a
        className={styles.name}
        href={openAddress(document)}
        target="_blank"
        rel="noreferrer"
        title={document.original_name}
      >
        <bdi>{document.original_name}</bdi>
      </a>{' '}
      <span className={styles.when}>{historyTime(document.created_at)}</span>
    </span>
  );
}
