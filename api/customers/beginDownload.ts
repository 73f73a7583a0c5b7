import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { customerCalls } from 'shared/api/customerCalls';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Transaction } from '../db/database.ts';
import { downloads } from '../db/schema/documents.ts';
import type { Desk } from '../desk/desk.ts';
import { findDocument } from '../documents/documentQueries.ts';
import { Refusal, tooManyAttempts } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { signFileGrant } from '../signing/tokens.ts';
import { customerDevice } from './customerDevice.ts';
import { findLiveOrder } from './liveOrder.ts';

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

type NewDownload = Omit<typeof downloads.$inferInsert, 'timezone' | 'origin'> & {
  timezone: string | null;
  origin: AccessOrigin;
};

const sinceSeconds = (seconds: number) => gt(downloads.createTs, sql`now() - make_interval(secs => ${seconds}::int)`);

/** Until the transaction ends, no other download of the order begins. */
async function lockDownloads(tx: Transaction, orderId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 4001))`);
}

/** The newest download that says the same and was begun within so many seconds, but has not got all bytes. */
async function findUnfinishedDownload(tx: Transaction, download: NewDownload, seconds: number) {
  const { orderId, documentId, ip, browser, os, timezone, origin } = download;
  const [found] = await tx
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.orderId, orderId),
        eq(downloads.documentId, documentId),
        eq(downloads.ip, ip),
        eq(downloads.browser, browser),
        eq(downloads.os, os),
        eq(downloads.origin, origin),
        timezone === null ? isNull(downloads.timezone) : eq(downloads.timezone, timezone),
        isNull(downloads.completedAt),
        sinceSeconds(seconds),
      ),
    )
    .orderBy(desc(downloads.id))
    .limit(1);
  return found?.id ?? null;
}

/** Seconds until an order has fewer than so many downloads of an origin in so many seconds; 0: it has. */
async function readDownloadWait(
  tx: Transaction,
  { orderId, origin }: Pick<NewDownload, 'orderId' | 'origin'>,
  { rows, seconds }: { rows: number; seconds: number },
): Promise<number> {
  const [last] = await tx
    .select({
      wait: sql<number>`extract(epoch from ${downloads.createTs} + make_interval(secs => ${seconds}::int) - now())::float8`,
    })
    .from(downloads)
    .where(and(eq(downloads.orderId, orderId), eq(downloads.origin, origin), sinceSeconds(seconds)))
    .orderBy(desc(downloads.id))
    .offset(rows - 1)
    .limit(1);
  return last?.wait ?? 0;
}

/** Notes that a download begins; its bytes are counted as they go. */
async function insertDownload(tx: Transaction, download: NewDownload): Promise<number> {
  const [row] = await tx.insert(downloads).values(download).returning({ id: downloads.id });
  return row!.id;
}
