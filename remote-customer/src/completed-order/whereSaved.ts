/** Where a browser puts what it downloads, in the words of the device it runs on. */
export function whereSaved({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  // An iPad says that it is a Mac.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'Open the Files app, then Downloads.';
  }
  if (/Android/.test(userAgent)) return 'Open Files or My Files on your phone, then Downloads.';
  return 'Open the folder Downloads of your computer.';
}
