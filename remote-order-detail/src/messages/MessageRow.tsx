import { FileText } from 'lucide-react';
import type { CustomerMessageEntry } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { BidiName } from 'shared/kit';
import { documentAddress } from '../documents/documentAddress.ts';
import { fileSize } from '../documents/fileSize.ts';
import { PreviewButton } from '../documents/PreviewButton.tsx';
import styles from './CustomerMessages.module.css';

interface MessageRowProps {
  message: CustomerMessageEntry;
  /** The file that is looked at. */
  looked: string | null;
  onLook: (file1: string) => void;
}

/** One message: who wrote it and when, its text as it was written, and its file. */
export function MessageRow({ message, looked, onLook }: MessageRowProps) {
  const { from, by, origin, create_ts: at, text, file } = message;
  return (
    <li className={from === 'customer' ? `${styles.row} ${styles.theirs}` : styles.row}>
      <span className={styles.who}>
        {from === 'staff' ? (
          <BidiName name={by ?? 'The desk'} />
        ) : origin === 'staff' ? (
          'The customer’s page, on the staff’s site'
        ) : (
          'The customer'
        )}
      </span>{' '}
      <span className={styles.when}>{historyTime(at)}</span>
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
      {file && (
        <div className={styles.file}>
          <FileText size={16} strokeWidth={1.75} aria-hidden />
          <a className={styles.name} href={documentAddress(file)} title={`Save ${file.original_name}`}>
            <bdi>{file.original_name}</bdi>
          </a>
          <span className={styles.when}>{fileSize(file.size)}</span>
          <PreviewButton document={file} looked={looked} onLook={onLook} />
        </div>
      )}
    </li>
  );
}
