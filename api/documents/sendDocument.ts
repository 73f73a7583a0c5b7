import { finished, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import { byteRange } from './byteRange.ts';
import { contentDisposition } from './contentDisposition.ts';
import { countDownloadedBytes, type FoundFile } from './documentQueries.ts';
import { downloadNameOf } from '../storage/documentName.ts';
import type { FileGrant } from '../signing/fileGrant.ts';

interface Sending {
  desk: Desk;
  document: FoundFile;
  grant: FileGrant | null;
}

/** Answers a document whole or the part a Range header asks for; HEAD with the same headers and no bytes. */
export async function sendDocument(request: FastifyRequest, reply: FastifyReply, { desk, document, grant }: Sending) {
  const { id: documentId, size, sha256, contentType, storageKey } = document;
  const etag = `"${sha256}"`;
  reply.headers({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Content-Type': contentType,
    // For one person's eyes: never in a cache that others are served from, nor left behind on a borrowed machine.
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...placement(request, document),
  });

  const asked = isCurrent(request.headers['if-range'], etag) ? byteRange(request.headers.range, size) : null;
  if (asked === 'unsatisfiable') {
    throw new Refusal(416, 'The file is shorter than that', { headers: { 'Content-Range': `bytes */${size}` } });
  }
  const part = asked ?? { first: 0, last: size - 1 };
  if (asked) reply.status(206).header('Content-Range', `bytes ${part.first}-${part.last}/${size}`);
  reply.header('Content-Length', part.last - part.first + 1);
  if (request.method === 'HEAD') {
    if ((await desk.storage.head(storageKey)) === null) throw fileGone();
    return reply.send();
  }

  const bytes = await desk.storage.get(storageKey, asked ?? undefined);
  if (!bytes) throw fileGone();
  const { downloadId } = grant ?? {};
  if (downloadId === undefined || documentId === undefined) return reply.send(bytes);

  let count = 0;
  const counted = new Transform({
    // One chunk passes at a time: what waits, waits in the storage's stream and in the socket.
    highWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      done(null, chunk);
    },
  });
  bytes.on('error', (error) => counted.destroy(error)).pipe(counted);
  // Also heard when the customer went away before the bytes were found, which an event is not.
  finished(reply.raw, () => {
    bytes.destroy();
    const last = reply.raw.writableFinished && part.last === size - 1;
    countDownloadedBytes(desk.database.db, { downloadId, documentId, bytes: count, last, size }).catch((error) =>
      request.log.warn({ err: error }, 'a download could not be counted'),
    );
  });
  return reply.send(counted);
}

const fileGone = () => new Refusal(404, 'The file of this document is missing.');

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
