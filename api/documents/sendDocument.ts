import { finished, Readable, Transform } from 'node:stream';
import { encodeExtended, format } from 'content-disposition';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { downloads } from '../db/schema/documents.ts';
import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import type { FileGrant } from '../signing/tokens.ts';
import { type ByteRange, downloadNameOf } from '../storage/DocumentStorage.ts';
import type { FoundFile } from './documentQueries.ts';

interface Sending {
  desk: Desk;
  document: FoundFile;
  grant: FileGrant | null;
}

/** Answers a document whole or the part a Range header asks for; HEAD with the same headers and no bytes. */
export async function sendDocument(request: FastifyRequest, reply: FastifyReply, { desk, document, grant }: Sending) {
  const { id: documentId, size, sha256, contentType, storageKey } = document;
  const etag = `"${sha256}"`;
  const asked = isCurrent(request.headers['if-range'], etag) ? byteRange(request.headers.range, size) : null;
  if (asked === 'unsatisfiable') {
    throw new Refusal(416, 'The file is shorter than that', { headers: { 'Content-Range': `bytes */${size}` } });
  }
  const isHead = request.method === 'HEAD';
  const found = isHead ? await desk.storage.head(storageKey) : await desk.storage.get(storageKey, asked ?? undefined);
  // A refusal has none of the headers below: it is no file to save.
  if (found === null) throw new Refusal(404, 'The file of this document is missing.');

  const part = asked ?? { first: 0, last: size - 1 };
  if (asked) reply.status(206).header('Content-Range', `bytes ${part.first}-${part.last}/${size}`);
  reply.headers({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Content-Type': contentType,
    'Content-Length': part.last - part.first + 1,
    // For one person's eyes: never in a cache that others are served from, nor left behind on a borrowed machine.
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...placement(request, document),
  });
  if (!(found instanceof Readable)) return reply.send();

  const { downloadId } = grant ?? {};
  if (downloadId === undefined || documentId === undefined) return reply.send(found);

  let count = 0;
  const counted = new Transform({
    // One chunk passes at a time: what waits, waits in the storage's stream and in the socket.
    highWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      done(null, chunk);
    },
  });
  found.on('error', (error) => counted.destroy(error)).pipe(counted);
  // Also heard when the customer went away before the bytes were found, which an event is not.
  finished(reply.raw, () => {
    found.destroy();
    const last = reply.raw.writableFinished && part.last === size - 1;
    countDownloadedBytes(desk.database.db, { downloadId, documentId, bytes: count, last, size }).catch((error) =>
      request.log.warn({ err: error }, 'a download could not be counted'),
    );
  });
  return reply.send(counted);
}

/** If-Range: the part is only wanted of the same bytes. */
const isCurrent = (ifRange: string | string[] | undefined, etag: string) => ifRange === undefined || ifRange === etag;

/** As a file to keep, or with `?inline=1` as a preview in our own page. Nothing in it may run or load anything. */
function placement({ query }: FastifyRequest, document: FoundFile) {
  const inline = (query as { inline?: unknown }).inline === '1';
  // What a customer sent has no name of theirs: that may end as no picture does.
  const name = document.id === undefined ? downloadNameOf(document, 'From the customer of') : downloadNameOf(document);
  return {
    'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
    // Chromium's PDF viewer works in a sandboxed frame too.
    'Content-Security-Policy': `default-src 'none'; frame-ancestors ${inline ? "'self'" : "'none'"}; sandbox`,
    ...(inline && { 'X-Frame-Options': 'SAMEORIGIN' }),
  };
}

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14.2); null: all of them, since there is no such
 * header, or it is one that may be ignored (another unit, several parts); 'unsatisfiable': 416.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return null;
  const [from, to] = [asked[1]!, asked[2]!];
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length > 0 ? { first: size - length, last: size - 1 } : 'unsatisfiable';
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'unsatisfiable';
}

/**
 * The Content-Disposition header (RFC 6266): the name as it is in UTF-8 for every browser of today, and in plain ASCII
 * for the rest.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const filename = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return format({ type: kind, parameters: { filename, 'filename*': encodeExtended(fileName.toWellFormed()) } });
}

/**
 * Adds the bytes that a customer got to their download. It is complete once its last byte and as many as the document has
 * went out, in whatever order: a browser may fetch several parts at once.
 */
export async function countDownloadedBytes(
  db: Database,
  counted: { downloadId: number; documentId: number; bytes: number; last: boolean; size: number },
): Promise<void> {
  const { downloadId, documentId, bytes, last, size } = counted;
  const sent = sql`${downloads.bytesSent} + ${bytes}`;
  const endSent = sql`(${downloads.endSent} or ${last}::boolean)`;
  await db
    .update(downloads)
    .set({
      bytesSent: sent,
      endSent,
      // The last byte alone proves nothing: a reader may ask for it and nothing else.
      completedAt: sql`coalesce(${downloads.completedAt}, case when ${endSent} and ${sent} >= ${size}::bigint then now() end)`,
    })
    .where(and(eq(downloads.id, downloadId), eq(downloads.documentId, documentId)));
}
