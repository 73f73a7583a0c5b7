import type { Script } from './scriptsOf.ts';

/**
 * Separates the list's scripts from those of an order opened from it. The click loads the order's scripts, unless the
 * idle list has prefetched them.
 */
export function listAndOrder(loadedByList: readonly Script[], loadedByClick: readonly Script[]) {
  const list = loadedByList.filter(({ url }) => !isOfOrders(url));
  const ofList = new Set(list.map(({ url }) => url));
  const ahead = loadedByList.filter(({ url }) => isOfOrders(url));
  const known = new Set(ahead.map(({ url }) => url));
  const clicked = loadedByClick.filter(({ url }) => !ofList.has(url) && !known.has(url));
  return { list, order: [...ahead, ...clicked] };
}

const isOfOrders = (url: string) => new URL(url).pathname.startsWith('/remotes/remote-order-detail/');
