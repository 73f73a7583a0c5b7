/**
 * Puts in the scripts that the page preloads for later, in their order. Without the nonce: what a script of the page puts in
 * may run without (CSP 3, `strict-dynamic`), and for a script with another nonce V8 compiles anew what it has compiled before.
 */
export function insertScripts() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-begins-later]')) {
    document.head.append(Object.assign(document.createElement('script'), { src: href, async: false }));
  }
}
