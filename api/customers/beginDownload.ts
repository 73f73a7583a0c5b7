import { and, eq, sql } from 'drizzle-orm';
import type { customerCalls } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Transaction } from '../db/database.ts';
import { downloads } from '../db/schema/documents.ts';
import { secondsUntilFewer } from '../db/secondsUntilFewer.ts';
import type { AppContext } from '../context/AppContext.ts';
import { findDocument } from '../documents/documentQueries.ts';
import { HttpError, tooMany, tooManyAttempts } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { signFileGrant } from '../signing/tokens.ts';
import { customerDevice, type CustomerDevice } from './customerDevice.ts';
import { findLiveOrder } from './liveOrder.ts';

/**
 * At most `max` downloads are recorded per order and origin within `seconds`. An unfinished one can be continued for
 * `seconds`.
 */
const limit = { max: 20, seconds: 3_600 };

/** Runs one call per order at a time: calls that wait for the advisory lock would each hold a connection. */
const calls = new KeyedLimiter({ concurrency: 1, maxWaiting: 20, full: () => tooManyAttempts(2) });

/** Records a download, or continues the unfinished one of the same device. */
export const beginDownload: Handler<
  typeof customerCalls.downloadDocument,
  [AppContext & { origin: AccessOrigin }]
> = async ({ orderId, file1 }, { db, customer, ip, headers }, { secret, storage, origin }) => {
  const begin = async () => {
    const { stage } = await findLiveOrder(db, orderId, customer);
    const document = await findDocument(db, file1);
    // A replaced or withdrawn document also gets a 404. The page then loads the newest one.
    if (document?.orderId !== orderId || !document.isReleased) throw new HttpError(404, 'Document not found.');
    if (stage !== 'ready') throw new HttpError(409, 'Your document isn’t ready yet.');
    if ((await storage.head(document.storageKey)) === null) throw new HttpError(410, fileMissing);
    const download = { orderId, documentId: document.id, ...customerDevice({ ip, headers }), origin };
    const downloadId = await db.transaction(async (tx) => {
      // Serialises downloads of the order until the transaction ends.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 4001))`);
      const unfinished = await findUnfinishedDownload(tx, download);
      if (unfinished) return unfinished.id;
      const which = and(eq(downloads.orderId, orderId), eq(downloads.origin, origin));
      const wait = await secondsUntilFewer(tx, { at: downloads.createTs, which, ...limit });
      if (wait > 0) throw tooMany(`This document was downloaded ${limit.max} times in the last hour.`, wait);
      const [row] = await tx.insert(downloads).values(download).returning({ id: downloads.id });
      return row!.id;
    });
    const grant = await signFileGrant(secret, { file1, downloadId });
    return {
      message: 'Your download is starting.',
      data: { address: `/uploads/docs/${orderId}_${file1}?grant=${encodeURIComponent(grant)}`, grant },
    };
  };
  return calls.run(begin, { key: customer.orderId });
};

const fileMissing = 'We can’t find your document’s file. Contact support and we’ll send it again.';

type NewDownload = CustomerDevice & { orderId: string; documentId: number; origin: AccessOrigin };

async function findUnfinishedDownload(
  tx: Transaction,
  { orderId, documentId, ip, browser, os, timezone, origin }: NewDownload,
) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${downloads}
    where order_id = ${orderId} and document_id = ${documentId} and ip = ${ip} and browser = ${browser} and os = ${os}
      and origin = ${origin} and timezone is not distinct from ${timezone}::text and completed_at is null
      and create_ts > now() - make_interval(secs => ${limit.seconds}::int)
    order by id desc limit 1`);
  return rows[0];
}
