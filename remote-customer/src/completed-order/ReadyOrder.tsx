import { Download, FileCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError } from 'shared/api/client/send';
import { Note, useOnline } from 'shared/kit/base';
import { SlowNote } from '../layout/messages.tsx';
import controls from '../layout/controls.module.css';
import { useShownOrder } from '../layout/CustomerLayout.tsx';
import { DownloadHistory } from './DownloadHistory.tsx';
import { fileDescription } from './fileSize.ts';
import styles from './ReadyOrder.module.css';
import { MessageList } from './answer/NeededFromYou.tsx';
import type { OrderAnswer, useTrackedOrder } from './useTrackedOrder.ts';

interface ReadyOrderProps extends Pick<ReturnType<typeof useTrackedOrder>, 'send' | 'leave'> {
  order: OrderAnswer;
  document: NonNullable<OrderAnswer['path']>;
  orderId: string;
  reload: () => void;
  /** Reports whether a download is running, during which the history is polled. */
  onArriving: (isArriving: boolean) => void;
}

export function ReadyOrder(props: ReadyOrderProps) {
  const { order, document } = props;
  const { contact } = useShownOrder((shown) => shown.domain);
  const { download, state, failure } = useDownload(props);
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
        The download starts about a second after you press the button. If the connection drops, it resumes.
      </p>
      <h2>Downloaded History</h2>
      <DownloadHistory downloads={order.data} total={order.downloadTotal} />
      <MessageList messages={order.messages} />
      <p className={controls.action}>
        <a className={controls.link} href={contact}>
          Something wrong with the document? Contact Support
        </a>
      </p>
    </>
  );
}

/**
 * The state of the download and what to do next. The keys make React replace whole notes, because page translators
 * replace their texts.
 */
function DownloadNote({ state }: { state: DownloadState }) {
  const isOnline = useOnline();
  if (state === 'none' || state === 'starting') return null;
  if (state === 'arrived') {
    return (
      <Note key="arrived" kind="success" role="status">
        <b>Your document is saved.</b> {downloadLocation(navigator)} Open the document once before you fly. If it
        doesn’t open, press Download document again.
      </Note>
    );
  }
  if (!isOnline) {
    return (
      <Note key="offline" kind="warning" role="status">
        <b>You’re offline.</b> Your download resumes when you’re back online. If it doesn’t, press Download document
        again.
      </Note>
    );
  }
  return (
    <Note key={state} kind="info" role="status">
      {state === 'arriving' ? (
        <>
          <b>Your document is being saved.</b> This page tells you when it’s complete. If it stops, press Download
          document again. {downloadLocation(navigator)}
        </>
      ) : (
        <>
          <b>Check that your document is there.</b> {downloadLocation(navigator)} If it isn’t, press Download document
          again.
        </>
      )}
    </Note>
  );
}

/** In milliseconds after a successful call (rules 16.12). */
const downloadDelayMs = 1_000;

const watchTimeoutMs = 10 * 60_000;

/** 'unknown': not seen to complete in time. */
type DownloadState = 'none' | 'starting' | 'arriving' | 'arrived' | 'unknown';

const downloadError = 'The download did not start. Press Download document again. If it fails twice, contact support.';

/** Runs the download of rules 16.12. */
function useDownload({ order, document, orderId, send, reload, leave, onArriving }: ReadyOrderProps) {
  const downloads = order.data;
  const [progress, setProgress] = useState<Exclude<DownloadState, 'arrived'>>('none');
  const [failure, setFailure] = useState<string | null>(null);
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set());
  const hasArrived = downloads.some(({ create_ts: at, completed }) => completed && !before.has(at));
  const state: DownloadState = progress === 'arriving' && hasArrived ? 'arrived' : progress;
  const isArriving = state === 'arriving';
  const request = useRef<AbortController>(null);

  useEffect(() => () => request.current?.abort(), []);

  useEffect(() => {
    if (!isArriving) return;
    onArriving(true);
    const timer = setTimeout(() => setProgress('unknown'), watchTimeoutMs);
    return () => {
      clearTimeout(timer);
      onArriving(false);
    };
  }, [isArriving, onArriving]);

  /** A new attempt cancels the last one. */
  async function download() {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setProgress('starting');
    setFailure(null);
    setBefore(new Set(downloads.filter(({ completed }) => completed).map(({ create_ts: at }) => at)));
    try {
      const given = { orderId, customername: 'customer', file1: document.file1 } as const;
      const { data } = await send(customerCalls.downloadDocument, given, { signal });
      reload();
      await Promise.all([
        assertDocumentExists(data.address, signal),
        new Promise((resolve) => setTimeout(resolve, downloadDelayMs)),
      ]);
      if (signal.aborted) return;
      saveFile(data.address);
      setProgress('arriving');
    } catch (error) {
      if (signal.aborted) return;
      setProgress('none');
      // Log it (rules 16.13); the page says what to do.
      console.error(error);
      // After a limit or for a missing file a retry does not help, so show the API's message.
      setFailure(error instanceof CallError && [410, 429].includes(error.httpStatus) ? error.message : downloadError);
      if (!(error instanceof CallError)) return;
      if (error.httpStatus === 401) return leave(error);
      // The document may have been replaced: reload, so that the next press downloads the new one.
      reload();
    }
  }

  return { download, state, failure };
}

/** Sends a HEAD request, because browsers do not report a failed download. Rejects if the document is missing. */
async function assertDocumentExists(address: string, signal: AbortSignal) {
  const { ok, status } = await fetch(address, { method: 'HEAD', signal });
  if (!ok) throw new Error(`The document answered ${status}`);
}

function saveFile(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

export function downloadLocation({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  // An iPad identifies as a Mac.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'Open the Files app, then Downloads.';
  }
  if (/Android/.test(userAgent)) return 'Open Files or My Files on your phone, then Downloads.';
  return 'Open your Downloads folder.';
}
