import { useEffect, useRef, useState } from 'react';
import { customerCalls, type CustomerDownload } from 'shared/api/customerCalls';
import { CallError, type Send } from 'shared/api/send';
import { saveFile } from './saveFile.ts';

/** Rules 16.12: so long after a successful call. */
const delay = 1_000;

/** Nobody looks at a download for longer. */
const watchedMs = 10 * 60_000;

/**
 * What the page knows of a download: nothing yet, that it is about to begin, that the browser has it in hand, that all bytes
 * have been sent, or that this was not seen in all the time it was watched.
 */
export type DownloadState = 'none' | 'starting' | 'arriving' | 'arrived' | 'unknown';

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
export function useDownload({ orderId, file1, downloads, send, reload, leave, onArriving }: DownloadOf) {
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
