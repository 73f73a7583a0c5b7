/**
 * Puts in the scripts that the page preloads for later, in their order, once `when` calls. Without the nonce: what a script of
 * the page puts in may run without (CSP 3, `strict-dynamic`), and for a script with another nonce V8 compiles anew what it has
 * compiled before. That trust is given to nothing else: what the page preloads has its nonce, as the script that calls this,
 * which has to be while that one runs.
 */
export function insertScripts(when: (insert: () => void) => void) {
  const nonce = document.currentScript?.nonce ?? '';
  when(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-begins-later]')) {
      if (link.nonce !== nonce) continue;
      document.head.append(Object.assign(document.createElement('script'), { src: link.href, async: false }));
    }
  });
}
