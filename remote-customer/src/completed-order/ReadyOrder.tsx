import { Download, FileCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError } from 'shared/api/client/send';
import { Note, useOnline } from 'shared/kit/base';
import { SlowNote } from '../layout/feedback.tsx';
import controls from '../layout/controls.module.css';
import { ContactSupport } from '../layout/CustomerLayout.tsx';
import { DownloadHistory } from './DownloadHistory.tsx';
import { fileDescription } from './formats.ts';
import { MessageList } from './Messages.tsx';
import styles from './ReadyOrder.module.css';
import type { OrderAnswer, TrackedOrder } from './useTrackedOrder.ts';

interface ReadyOrderProps {
  order: OrderAnswer;
  document: NonNullable<OrderAnswer['path']>;
  tracked: TrackedOrder;
}

export function ReadyOrder(props: ReadyOrderProps) {
  const { order, document } = props;
  const { download, state, failure } = useDownload(props);
  return (
    <>
      <div className={styles.box} data-saved={state === 'arrived' || undefined}>
        <div className={styles.file}>
          <FileCheck size={34} strokeWidth={1.6} aria-hidden />
          <div>
            <b>Travel declaration</b>
            <p>{fileDescription(document)}</p>
          </div>
        </div>
        <button
          type="button"
          className={state === 'arrived' ? controls.outlined : controls.filled}
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
      {(state === 'none' || state === 'starting') && (
        <p className={controls.aside}>
          The download starts about a second after you press the button. If the connection drops, it resumes.
        </p>
      )}
      <h2>Downloaded History</h2>
      <DownloadHistory downloads={order.data} total={order.downloadTotal} />
      <MessageList messages={order.messages} />
      <ContactSupport>Something wrong with the document? Contact Support</ContactSupport>
    </>
  );
}

/**
 * The state of the download and what to do next. Page translators replace texts in the DOM, so the key makes React
 * replace the whole note.
 */
function DownloadNote({ state }: { state: DownloadState }) {
  const isOnline = useOnline();
  if (state === 'none' || state === 'starting') return null;
  const { kind, title, text } = noteOf(state, isOnline, downloadLocation(navigator));
  return (
    <Note key={title} kind={kind} role="status">
      <b>{title}</b> {text}
    </Note>
  );
}

function noteOf(state: 'arriving' | 'arrived' | 'unknown', isOnline: boolean, where: string) {
  const again = 'press Download document again.';
  if (state === 'arrived') {
    const text = `${where} Check that the document opens before you fly. If it doesn’t, ${again}`;
    return { kind: 'success', title: 'Your document is saved.', text } as const;
  }
  if (!isOnline) {
    const text = `Your download resumes when you’re back online. If it doesn’t, ${again}`;
    return { kind: 'warning', title: 'You are offline.', text } as const;
  }
  if (state === 'arriving') {
    const text = `This page will tell you when it’s done. If the download stops, ${again}`;
    return { kind: 'info', title: 'Your document is being saved.', text } as const;
  }
  return {
    kind: 'info',
    title: 'Check that your document was saved.',
    text: `${where} If it isn’t there, ${again}`,
  } as const;
}

/** The delay from the response of the download call to the start of the download, in milliseconds (rule 16.12). */
const downloadDelayMs = 1_000;

const watchTimeoutMs = 10 * 60_000;

/** 'unknown': the page saw no completion within `watchTimeoutMs`. */
type DownloadState = 'none' | 'starting' | 'arriving' | 'arrived' | 'unknown';

const downloadError = 'The download did not start. Press Download document again. If it fails twice, contact support.';
const offlineError = 'The download hasn’t started. It will start when you’re back online.';

/** Runs the download as in rule 16.12. */
function useDownload({ order, document, tracked }: ReadyOrderProps) {
  const { data: downloads } = order;
  const { send, check, leave, setArriving } = tracked;
  const [progress, setProgress] = useState<Exclude<DownloadState, 'arrived'>>('none');
  const [failure, setFailure] = useState<string | null>(null);
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set());
  const hasArrived = downloads.some(({ create_ts: at, completed }) => completed && !before.has(at));
  const state: DownloadState = progress === 'arriving' && hasArrived ? 'arrived' : progress;
  const isArriving = state === 'arriving';
  const request = useRef<AbortController>(null);

  useEffect(() => () => request.current?.abort(), []);
  const isOnline = useOnline();
  const startNow = useEffectEvent(() => void download());
  useEffect(() => {
    if (isOnline && failure === offlineError) startNow();
  }, [isOnline, failure]);

  useEffect(() => {
    if (!isArriving) return;
    setArriving(true);
    const timer = setTimeout(() => setProgress('unknown'), watchTimeoutMs);
    return () => {
      clearTimeout(timer);
      setArriving(false);
    };
  }, [isArriving, setArriving]);

  /** A new attempt cancels the previous one. */
  async function download() {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setProgress('starting');
    setFailure(null);
    setBefore(new Set(downloads.filter(({ completed }) => completed).map(({ create_ts: at }) => at)));
    try {
      const input = { orderId: order.mainResult.order_id, customername: 'customer', file1: document.file1 } as const;
      const { data } = await send(customerCalls.downloadDocument, input, { signal });
      void check();
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
      // Log the error (rule 16.13). The page says only what to do.
      console.error(error);
      // If a limit is reached or the file is missing, a retry does not help: show the API's message.
      setFailure(
        error instanceof CallError && [410, 429].includes(error.httpStatus)
          ? error.message
          : navigator.onLine
            ? downloadError
            : offlineError,
      );
      if (!(error instanceof CallError)) return;
      if (error.httpStatus === 401) return leave(error);
      // The document may have been replaced: reload, so that the next press downloads the new one.
      void check();
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
  const link = Object.assign(document.createElement('a'), { href: address, download: '' });
  document.body.append(link);
  link.click();
  link.remove();
}

export function downloadLocation(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  const { userAgent, maxTouchPoints } = browser;
  // An iPad identifies as a Mac.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'Open the Files app, then Downloads.';
  }
  if (/Android/.test(userAgent)) return 'Open Files or My Files on your phone, then Downloads.';
  return 'Open your Downloads folder.';
}
