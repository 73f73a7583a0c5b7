import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import { findDocument } from '../documents/documentQueries.ts';
import { signFileGrant } from '../documents/fileGrant.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { insertDownload } from './customerQueries.ts';
import { deviceOf } from './deviceOf.ts';
import { findLiveOrder } from './findLiveOrder.ts';
import { timeZoneOf } from './timeZoneOf.ts';

type DownloadCall = typeof customerCalls.downloadDocument;

/**
 * Notes a customer's download and answers where the file is, on whichever origin was asked. The bytes that are fetched
 * there count for this very row.
 */
export async function beginDownload(
  { orderId, file1 }: ParsedInput<DownloadCall>,
  { db, customer, ip, headers }: Context<DownloadCall>,
  secret: Uint8Array,
): Promise<Reply<DownloadCall>> {
  const { stage } = await findLiveOrder(db, orderId, customer);
  const document = await findDocument(db, file1);
  if (document?.orderId !== orderId) throw new Refusal(404, 'There is no such document');
  if (stage !== 'ready') throw new Refusal(409, 'Your document is not ready yet.');
  const downloadId = await insertDownload(db, {
    orderId,
    documentId: document.id,
    ip: plainAddress(ip),
    ...deviceOf(headers['user-agent']),
    timezone: timeZoneOf(headers['x-timezone']),
  });
  const grant = await signFileGrant(secret, { file1, downloadId });
  return {
    message: 'Your download begins.',
    data: { address: `/uploads/docs/${orderId}_${file1}?grant=${encodeURIComponent(grant)}`, grant },
  };
}

/** An IPv4 address as people know it: a socket that takes both families tells it as `::ffff:203.0.113.24`. */
const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');
