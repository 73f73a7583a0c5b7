import type { Script } from './scriptsOf.ts';

/**
 * What of the scripts is the list's and what an order's that is opened from it: those that the click loaded, and those of
 * the order's remote that the resting list had loaded ahead for it. Whatever else the list loads is its own.
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
