import { useState } from 'react';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError, type Send } from 'shared/api/send';
import { saveFile } from './saveFile.ts';

/** Requirements section 9: so long after a successful call. */
const delay = 1_000;

interface DownloadOf {
  orderId: string;
  file1: string;
  send: Send;
  /** Reads the history again. */
  reload: () => void;
  leave: (error: CallError) => void;
}

/** The download of requirements section 7, and what the page says of it. */
export function useDownload({ orderId, file1, send, reload, leave }: DownloadOf) {
  const [state, setState] = useState<'idle' | 'starting' | 'failed'>('idle');

  async function download() {
    if (state === 'starting') return;
    setState('starting');
    try {
      const { data } = await send(customerCalls.downloadDocument, { orderId, customername: 'customer', file1 });
      reload();
      await Promise.all([documentIsThere(data.address), new Promise((resolve) => setTimeout(resolve, delay))]);
      saveFile(data.address);
      setState('idle');
    } catch (error) {
      // Requirements section 8; decisions "Customers" adds what the page then says.
      console.error(error);
      setState('failed');
      if (!(error instanceof CallError)) return;
      if (error.httpStatus === 401) return leave(error);
      // A document that was replaced meanwhile: the next press takes the new one.
      reload();
    }
  }

  return { download, isStarting: state === 'starting', hasFailed: state === 'failed' };
}

/** Asks by HEAD first, since a browser does not tell a page that a download failed. Rejects when it is not there. */
async function documentIsThere(address: string) {
  const { ok, status } = await fetch(address, { method: 'HEAD' });
  if (!ok) throw new Error(`The document answered ${status}`);
}
