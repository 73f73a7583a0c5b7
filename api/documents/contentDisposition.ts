/**
 * The Content-Disposition header (RFC 6266): the name as it is in UTF-8 for every browser of today, and in plain ASCII
 * for the rest.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded(fileName)}`;
}

/** Percent-encodes what RFC 8187 does, which is more than encodeURIComponent does. */
function encoded(fileName: string) {
  return encodeURIComponent(fileName.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
