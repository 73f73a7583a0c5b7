import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../db/database.ts';
import type { FileGrant } from '../signing/fileGrant.ts';
import { byteRange } from './byteRange.ts';
import { findUnfinishedFile } from './documentQueries.ts';

/** A request for a file; what staff alone ask names no order. */
export interface AskedPart {
  orderId?: string;
  file1: string;
  headers: IncomingHttpHeaders;
}

/**
 * Whether a request goes on with the very download that its grant began (rules 11.20): it asks for what comes after the
 * first byte, of that file of that order, by the ETag that only an answer tells, and not all bytes have gone out yet.
 */
export async function goesOnWithDownload(
  db: Database,
  { downloadId }: FileGrant,
  { orderId, file1, headers }: AskedPart,
): Promise<boolean> {
  if (downloadId === undefined || orderId === undefined || headers.range === undefined) return false;
  const file = await findUnfinishedFile(db, { downloadId, orderId, file1 });
  if (!file) return false;
  const part = byteRange(headers.range, file.size);
  return part !== null && part !== 'unsatisfiable' && part.first > 0 && names(headers, `"${file.sha256}"`);
}

/** Chromium and Safari name the bytes that they have a part of by If-Range, Firefox and Android's downloads by If-Match. */
function names(headers: IncomingHttpHeaders, etag: string): boolean {
  const named = [headers['if-range'], headers['if-match']].filter((tag) => tag !== undefined);
  return named.length > 0 && named.every((tag) => tag === etag);
}
