/** Matches the folders of a path that the browser sent, and invisible characters. */
const unwanted = /^.*[/\\]|[\p{Cc}\p{Cf}]/gsu;

/** Makes a file name safe to store and show: no folder, nothing invisible, at most its last 200 characters. */
export function cleanFileName(originalName: string | undefined): string {
  const name = (originalName ?? '').toWellFormed().replace(unwanted, '').trim();
  return [...name].slice(-200).join('') || 'document';
}
