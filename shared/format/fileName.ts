/** A folder that a browser put before the name, and what no file name may have. */
const unwanted = /^.*[/\\]|[\p{Cc}\p{Cf}]/gsu;

/**
 * The name under which somebody sent a file, fit to be kept and shown: no folder, nothing invisible or turned around, the
 * last 200 characters; 'document' where nothing is left.
 */
export function shownFileName(given: string | undefined): string {
  const name = (given ?? '').toWellFormed().replace(unwanted, '').trim();
  return [...name].slice(-200).join('') || 'document';
}
