import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { findDocument } from '../documents/documentQueries.ts';
import type { Desk } from '../desk/desk.ts';
import { signFileGrant } from '../signing/fileGrant.ts';
import { Refusal, tooManyAttempts } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { customerDevice } from './customerDevice.ts';
import { findUnfinishedDownload, insertDownload, lockDownloads, readDownloadWait } from './customerQueries.ts';
import { findLiveOrder } from './findLiveOrder.ts';

type DownloadCall = typeof customerCalls.downloadDocument;

/** So many downloads of an order are noted in an hour on each origin, and an unfinished one is taken up again for as long. */
const limit = { rows: 20, seconds: 3_600 };

/** One call of an order at a time: those that wait for each other in the database would hold its connections. */
const calls = new KeyedLimiter({ atOnce: 1, waiting: 20, full: () => tooManyAttempts(2) });

/**
 * Notes a customer's download and answers where the file is, on whichever origin was asked. The bytes that are fetched
 * there count for this very row. Who begins again what has not arrived yet gets the same row.
 */
export async function beginDownload(
  { orderId, file1 }: ParsedInput<DownloadCall>,
  { db, customer, ip, headers }: Context<DownloadCall>,
  { secret, storage, origin }: Pick<Desk, 'secret' | 'storage'> & { origin: AccessOrigin },
): Promise<Reply<DownloadCall>> {
  const begin = async () => {
    const { stage } = await findLiveOrder(db, orderId, customer);
    const document = await findDocument(db, file1);
    // Also of one that was replaced or withdrawn: the page then shows the newest one.
    if (document?.orderId !== orderId || !document.isReleased) throw new Refusal(404, 'There is no such document');
    if (stage !== 'ready') throw new Refusal(409, 'Your document is not ready yet.');
    if ((await storage.head(document.storageKey)) === null) throw new Refusal(410, fileMissing);
    const download = { orderId, documentId: document.id, ...customerDevice({ ip, headers }), origin };
    const downloadId = await db.transaction(async (tx) => {
      await lockDownloads(tx, orderId);
      const unfinished = await findUnfinishedDownload(tx, download, limit.seconds);
      if (unfinished !== null) return unfinished;
      const wait = await readDownloadWait(tx, download, limit);
      if (wait > 0) throw tooManyDownloads(wait);
      return insertDownload(tx, download);
    });
    const grant = await signFileGrant(secret, { file1, downloadId });
    return {
      message: 'Your download begins.',
      data: { address: `/uploads/docs/${orderId}_${file1}?grant=${encodeURIComponent(grant)}`, grant },
    };
  };
  return calls.run(begin, { key: customer.orderId });
}

const fileMissing = 'The file of your document is missing. Contact support: we will send it to you again.';

function tooManyDownloads(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const text = `This document was downloaded ${limit.rows} times within an hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return new Refusal(429, text, { headers: { 'Retry-After': String(Math.ceil(seconds)) } });
}
