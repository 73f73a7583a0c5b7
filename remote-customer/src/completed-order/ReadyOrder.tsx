import { Download, FileCheck } from 'lucide-react';
import type { CallError, Send } from 'shared/api/send';
import controls from '../layout/controls.module.css';
import { Note } from '../layout/Note.tsx';
import { SlowNote } from '../layout/SlowNote.tsx';
import { useShownOrder } from '../layout/shownOrder.ts';
import { MessageList } from './answer/MessageList.tsx';
import { DownloadHistory } from './DownloadHistory.tsx';
import { DownloadNote } from './DownloadNote.tsx';
import { fileDescription } from './fileDescription.ts';
import styles from './ReadyOrder.module.css';
import { useDownload } from './useDownload.ts';
import type { OrderAnswer } from './useTrackedOrder.ts';

interface ReadyOrderProps {
  order: OrderAnswer;
  document: NonNullable<OrderAnswer['path']>;
  orderId: string;
  send: Send;
  reload: () => void;
  /** The order is no longer this customer's to see. */
  leave: (error: CallError) => void;
  /** A download is on its way, so that the history is read again until all of it has come. */
  onArriving: (isArriving: boolean) => void;
}

/** An order with its document: the one button, what became of the download, and who downloaded it when. */
export function ReadyOrder({ order, document, orderId, send, reload, leave, onArriving }: ReadyOrderProps) {
  const { contact } = useShownOrder((shown) => shown.domain);
  const { file1 } = document;
  const downloads = order.data;
  const { download, state, failure } = useDownload({ orderId, file1, downloads, send, reload, leave, onArriving });
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
        <button
          type="button"
          className={controls.filled}
          aria-disabled={state === 'starting'}
          onClick={() => state !== 'starting' && void download()}
        >
          <Download size={20} strokeWidth={1.75} aria-hidden />
          <span>{state === 'starting' ? 'Starting the download…' : 'Download document'}</span>
        </button>
      </div>
      {state === 'starting' && <SlowNote retry={() => void download()} />}
      {failure && (
        <Note kind="error" role="alert">
          {failure}
        </Note>
      )}
      <DownloadNote state={state} />
      <p className={styles.hint}>
        The download starts about a second after you press. Slow Wi-Fi? A broken download goes on where it stopped.
      </p>
      <h2>Downloaded History</h2>
      <DownloadHistory downloads={downloads} total={order.downloadTotal} />
      <MessageList messages={order.messages} />
      <p className={controls.action}>
        <a className={controls.link} href={contact}>
          Something wrong with the document? Contact Support
        </a>
      </p>
    </>
  );
}
