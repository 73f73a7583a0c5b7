import { Download, FileCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { customerCalls, type CustomerDownload } from 'shared/api/customerCalls';
import { CallError, type Send } from 'shared/api/send';
import { Note, useOnline } from 'shared/kit/base';
import { SlowNote } from '../layout/messages.tsx';
import controls from '../layout/controls.module.css';
import { useShownOrder } from '../layout/CustomerLayout.tsx';
import { DownloadHistory } from './DownloadHistory.tsx';
import styles from './ReadyOrder.module.css';
import { MessageList } from './answer/NeededFromYou.tsx';
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

/**
 * What became of the download, and what to do next: said in the page, where it stays. Each has a key of its own: what
 * translates a page puts its own elements in place of texts, and React takes away only what it finds where it was.
 */
function DownloadNote({ state }: { state: DownloadState }) {
  const isOnline = useOnline();
  if (state === 'none' || state === 'starting') return null;
  if (state === 'arrived') {
    return (
      <Note key="arrived" kind="success" role="status">
        <b>Your document is saved.</b> {whereSaved(navigator)} Open it once before you fly. If it does not open, press
        Download document again.
      </Note>
    );
  }
  if (!isOnline) {
    return (
      <Note key="offline" kind="warning" role="status">
        <b>The network is gone.</b> Your browser goes on with the download when it is back. If it does not, press
        Download document again.
      </Note>
    );
  }
  return (
    <Note key={state} kind="info" role="status">
      {state === 'arriving' ? (
        <>
          <b>Your document is being saved.</b> This page says when all of it has come. Should it stop, press Download
          document again. {whereSaved(navigator)}
        </>
      ) : (
        <>
          <b>Look whether your document is there.</b> {whereSaved(navigator)} If it is not, press Download document
          again.
        </>
      )}
    </Note>
  );
}

/** Rules 16.12: so long after a successful call. */
const delay = 1_000;

/** Nobody looks at a download for longer. */
const watchedMs = 10 * 60_000;

/**
 * What the page knows of a download: nothing yet, that it is about to begin, that the browser has it in hand, that all bytes
 * have been sent, or that this was not seen in all the time it was watched.
 */
type DownloadState = 'none' | 'starting' | 'arriving' | 'arrived' | 'unknown';

interface DownloadOf {
  orderId: string;
  file1: string;
  downloads: readonly CustomerDownload[];
  send: Send;
  /** Reads the history again. */
  reload: () => void;
  leave: (error: CallError) => void;
  /** Whether the history is to be read again and again, until all bytes have come. */
  onArriving: (isArriving: boolean) => void;
}

const didNotStart = 'The download did not start. Press Download document again. If it fails twice, contact support.';

/** The download of rules 16.12, and what the page says of it. */
function useDownload({ orderId, file1, downloads, send, reload, leave, onArriving }: DownloadOf) {
  const [begun, setBegun] = useState<Exclude<DownloadState, 'arrived'>>('none');
  const [failure, setFailure] = useState<string | null>(null);
  /** What had arrived before it was pressed. */
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set());
  const hasArrived = downloads.some(({ create_ts: at, completed }) => completed && !before.has(at));
  const state: DownloadState = begun === 'arriving' && hasArrived ? 'arrived' : begun;
  const isArriving = state === 'arriving';
  const request = useRef<AbortController>(null);

  useEffect(() => () => request.current?.abort(), []);

  useEffect(() => {
    if (!isArriving) return;
    onArriving(true);
    const timer = setTimeout(() => setBegun('unknown'), watchedMs);
    return () => {
      clearTimeout(timer);
      onArriving(false);
    };
  }, [isArriving, onArriving]);

  /** Another try ends the one before. */
  async function download() {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setBegun('starting');
    setFailure(null);
    setBefore(new Set(downloads.filter(({ completed }) => completed).map(({ create_ts: at }) => at)));
    try {
      const given = { orderId, customername: 'customer', file1 } as const;
      const { data } = await send(customerCalls.downloadDocument, given, { signal });
      reload();
      await Promise.all([documentIsThere(data.address, signal), new Promise((resolve) => setTimeout(resolve, delay))]);
      // Whoever closed the order meanwhile wants nothing of it on this phone.
      if (signal.aborted) return;
      saveFile(data.address);
      setBegun('arriving');
    } catch (error) {
      if (signal.aborted) return;
      setBegun('none');
      // Rules 16.13: logged, and the page says what to do next.
      console.error(error);
      // Pressing again does not help against a limit or a missing file: the API says what does.
      setFailure(error instanceof CallError && [410, 429].includes(error.httpStatus) ? error.message : didNotStart);
      if (!(error instanceof CallError)) return;
      if (error.httpStatus === 401) return leave(error);
      // A document that was replaced meanwhile: the next press takes the new one.
      reload();
    }
  }

  return { download, state, failure };
}

/** Asks by HEAD first, since a browser does not tell a page that a download failed. Rejects when it is not there. */
async function documentIsThere(address: string, signal: AbortSignal) {
  const { ok, status } = await fetch(address, { method: 'HEAD', signal });
  if (!ok) throw new Error(`The document answered ${status}`);
}

/** Makes the browser download what is at an address of this origin. */
function saveFile(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Where a browser puts what it downloads, in the words of the device it runs on. */
export function whereSaved({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  // An iPad says that it is a Mac.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'Open the Files app, then Downloads.';
  }
  if (/Android/.test(userAgent)) return 'Open Files or My Files on your phone, then Downloads.';
  return 'Open the folder Downloads of your computer.';
}

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG image',
  'image/png': 'PNG image',
  'image/webp': 'WebP image',
  'image/heic': 'HEIC image',
};

/** 'PDF, 3.1 MB': what is about to come, before one downloads it on a phone abroad. */
export function fileDescription({ content_type, size }: { content_type: string; size: number }): string {
  return `${kinds[content_type] ?? 'File'}, ${fileSize(size)}`;
}

/** "3.1 MB", "24 KB". */
export function fileSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  if (megabytes >= 1) return `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
