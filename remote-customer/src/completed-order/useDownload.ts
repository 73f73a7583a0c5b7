import { useState } from 'react';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError, type Send } from 'shared/api/send';
import { saveFile } from './saveFile.ts';

/** Rules 16.12: so long after a successful call. */
const delay = 1_000;

interface DownloadOf {
  orderId: string;
  file1: string;
  send: Send;
  /** Reads the history again. */
  reload: () => void;
  leave: (error: CallError) => void;
}

const didNotStart = 'The download did not start. Press Download document again. If it fails twice, contact support.';

/** The download of rules 16.12, and what the page says of it. */
export function useDownload({ orderId, file1, send, reload, leave }: DownloadOf) {
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function download() {
    if (isStarting) return;
    setStarting(true);
    setFailure(null);
    try {
      const { data } = await send(customerCalls.downloadDocument, { orderId, customername: 'customer', file1 });
      reload();
      await Promise.all([documentIsThere(data.address), new Promise((resolve) => setTimeout(resolve, delay))]);
      saveFile(data.address);
    } catch (error) {
      // Rules 16.13: logged, and the page says what to do next.
      console.error(error);
      // Pressing again at once is no help against a limit, which says what is.
      setFailure(error instanceof CallError && error.httpStatus === 429 ? error.message : didNotStart);
      if (!(error instanceof CallError)) return;
      if (error.httpStatus === 401) return leave(error);
      // A document that was replaced meanwhile: the next press takes the new one.
      reload();
    } finally {
      setStarting(false);
    }
  }

  return { download, isStarting, failure };
}

/** Asks by HEAD first, since a browser does not tell a page that a download failed. Rejects when it is not there. */
async function documentIsThere(address: string) {
  const { ok, status } = await fetch(address, { method: 'HEAD' });
  if (!ok) throw new Error(`The document answered ${status}`);
}
