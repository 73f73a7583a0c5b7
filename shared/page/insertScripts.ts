/**
 * Puts in the scripts that the page preloads for later, in their order, once `when` calls. Without the nonce: what a script of
 * the page puts in may run without (CSP 3, `strict-dynamic`), and for a script with another nonce V8 compiles anew what it has
 * compiled before. Only links with the page's nonce are put in. It is read from the running script: call this while that runs.
 */
export function insertScripts(when: (insert: () => void) => void) {
  const nonce = document.currentScript?.nonce;
  when(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-begins-later]')) {
      if (!nonce || link.nonce !== nonce) continue;
      document.head.append(Object.assign(document.createElement('script'), { src: link.href, async: false }));
    }
  });
}
