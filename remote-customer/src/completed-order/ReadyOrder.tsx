import { Download, FileCheck } from 'lucide-react';
import type { Answer } from 'shared/api/call';
import type { customerCalls } from 'shared/api/customerCalls';
import type { CallError, Send } from 'shared/api/send';
import controls from '../layout/controls.module.css';
import { Note } from '../layout/Note.tsx';
import { useShownOrder } from '../layout/shownOrder.ts';
import { DownloadHistory } from './DownloadHistory.tsx';
import { fileDescription } from './fileDescription.ts';
import styles from './ReadyOrder.module.css';
import { useDownload } from './useDownload.ts';

interface ReadyOrderProps {
  order: Answer<typeof customerCalls.downloadHistory>;
  document: { file1: string; content_type: string; size: number };
  orderId: string;
  send: Send;
  reload: () => void;
  /** The order is no longer this customer's to see. */
  leave: (error: CallError) => void;
}

/** An order with its document: the one button, and who downloaded it when. */
export function ReadyOrder({ order, document, orderId, send, reload, leave }: ReadyOrderProps) {
  const { contact } = useShownOrder((shown) => shown.domain);
  const { download, isStarting, failure } = useDownload({ orderId, file1: document.file1, send, reload, leave });
  return (
    <>
      <div className={styles.box}>
        <div className={styles.file}>
          <FileCheck size={34} strokeWidth={1.6} aria-hidden />
          <div>
            <b>Travel declaration</b>
            <p>{fileDescription(document)}</p>
          </div>
        </div>
        <button type="button" className={controls.filled} aria-disabled={isStarting} onClick={download}>
          <Download size={20} strokeWidth={1.75} aria-hidden />
          <span>{isStarting ? 'Starting the download…' : 'Download document'}</span>
        </button>
      </div>
      {failure && (
        <Note kind="error" role="alert">
          {failure}
        </Note>
      )}
      <p className={styles.hint}>
        The download starts about a second after you press. Slow Wi-Fi? A broken download goes on where it stopped.
      </p>
      <h2>Downloaded History</h2>
      <DownloadHistory downloads={order.data} total={order.downloadTotal} />
      <p className={controls.action}>
        <a className={controls.link} href={contact}>
          Something wrong with the document? Contact Support
        </a>
      </p>
    </>
  );
}
