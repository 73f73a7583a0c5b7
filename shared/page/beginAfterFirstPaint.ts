/**
 * Stands in the pages that are seen before their scripts are there (webpack/firstPaint.js): these are preloaded, and begin
 * when the page has been seen.
 */
import { afterFirstPaint } from './afterFirstPaint.ts';

afterFirstPaint(() => {
  const waiting = document.querySelectorAll<HTMLLinkElement>('link[data-begins-later]');
  for (const { href, nonce } of waiting) {
    // In their order.
    document.head.append(Object.assign(document.createElement('script'), { src: href, nonce, async: false }));
  }
});
