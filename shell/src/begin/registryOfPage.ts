/** The registry as the page carries it, unchecked; undefined in a page that carries none (the dev server's). */
export const registryOfPage = (): unknown => jsonOfPage('remotes');

/** What stands in one of the page's data blocks; undefined when there is none, or it is not filled in. */
export function jsonOfPage(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '');
  } catch {
    return undefined;
  }
}
