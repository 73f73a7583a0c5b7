/** Matches a path that the browser sent, and invisible characters. */
const unwanted = /^.*[/\\]|[\p{Cc}\p{Cf}]/gsu;

/** A file name that is safe to store and show: no folder, nothing invisible, the last 200 characters, or 'document'. */
export function cleanFileName(originalName: string | undefined): string {
  const name = (originalName ?? '').toWellFormed().replace(unwanted, '').trim();
  return [...name].slice(-200).join('') || 'document';
}
