import { encodeExtended, format } from 'content-disposition';

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
