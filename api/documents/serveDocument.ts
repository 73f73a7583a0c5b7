import { finished, Readable, Transform } from 'node:stream';
import { encodeExtended, format } from 'content-disposition';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { HttpError } from '../http/HttpError.ts';
import type { FileGrant } from '../signing/tokens.ts';
import { type ByteRange, downloadNameOf } from '../storage/DocumentStorage.ts';
import type { FoundFile } from './documentQueries.ts';

export async function serveDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, grant }: { document: FoundFile; grant: FileGrant | null },
) {
  const { storage, database } = request.server.context;
  const { id: documentId, size, sha256, contentType, storageKey } = document;
  const etag = `"${sha256}"`;
  const { 'if-range': ifRange, range: asked } = request.headers;
  const isCurrent = ifRange === undefined || ifRange === etag;
  const range = isCurrent ? byteRange(asked, size) : null;
  if (range === 'unsatisfiable') {
    throw new HttpError(416, 'The requested range is beyond the end of the file', {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const isHead = request.method === 'HEAD';
  const found = isHead ? await storage.head(storageKey) : await storage.get(storageKey, range ?? undefined);
  // Thrown before the headers below are set, because the error must not have them.
  if (found === null) throw new HttpError(404, 'This document’s file is missing.');

  const part = range ?? { first: 0, last: size - 1 };
  if (range) reply.status(206).header('Content-Range', `bytes ${part.first}-${part.last}/${size}`);
  reply.headers({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Content-Type': contentType,
    'Content-Length': part.last - part.first + 1,
    // Keeps the document out of shared caches, and out of the cache of a borrowed device.
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...placement(request, document),
  });
  if (!(found instanceof Readable)) return reply.send();

  const { downloadId } = grant ?? {};
  if (downloadId === undefined || documentId === undefined) return reply.send(found);

  let count = 0;
  const counted = new Transform({
    // Buffers only one chunk, because storage and socket have their own buffers.
    highWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      done(null, chunk);
    },
  });
  found.on('error', (error) => counted.destroy(error)).pipe(counted);
  // Unlike a listener for 'close', `finished` also calls back if the client has already disconnected.
  finished(reply.raw, () => {
    found.destroy();
    const last = reply.raw.writableFinished && part.last === size - 1;
    countDownloadedBytes(database.db, { downloadId, documentId, bytes: count, last, size }).catch((error) =>
      request.log.warn({ err: error }, 'could not count a download'),
    );
  });
  return reply.send(counted);
}

function placement({ query }: FastifyRequest, document: FoundFile) {
  const inline = (query as { inline?: unknown }).inline === '1';
  // A file from a customer gets a new name, because its original name may have a wrong extension.
  const name = document.id === undefined ? downloadNameOf(document, 'From the customer of') : downloadNameOf(document);
  return {
    'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
    // Chromium's PDF viewer works despite the sandbox.
    'Content-Security-Policy': `default-src 'none'; frame-ancestors ${inline ? "'self'" : "'none'"}; sandbox`,
    ...(inline && { 'X-Frame-Options': 'SAMEORIGIN' }),
  };
}

/** Null means the whole file: the header is missing or ignored. 'unsatisfiable' means 416 (RFC 9110, 14.2). */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [from, to] = [match[1]!, match[2]!];
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length > 0 ? { first: size - length, last: size - 1 } : 'unsatisfiable';
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'unsatisfiable';
}

/** RFC 6266: the name in UTF-8, and in ASCII for old clients. */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const filename = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return format({ type: kind, parameters: { filename, 'filename*': encodeExtended(fileName.toWellFormed()) } });
}

/**
 * A download is complete once its last byte and at least the document's size in bytes were sent. The order does not
 * matter, because browsers may fetch ranges in parallel.
 */
export async function countDownloadedBytes(
  db: Database,
  counted: { downloadId: number; documentId: number; bytes: number; last: boolean; size: number },
): Promise<void> {
  const { downloadId, documentId, bytes, last, size } = counted;
  const sent = sql`bytes_sent + ${bytes}::bigint`;
  // The last byte alone proves nothing, because a client may request only that byte.
  const isComplete = sql`(end_sent or ${last}::boolean) and ${sent} >= ${size}::bigint`;
  await db.execute(sql`
    update downloads set bytes_sent = ${sent}, end_sent = end_sent or ${last}::boolean,
      completed_at = coalesce(completed_at, case when ${isComplete} then now() end)
    where id = ${downloadId} and document_id = ${documentId}`);
}
