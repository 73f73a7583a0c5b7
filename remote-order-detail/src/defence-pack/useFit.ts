import { useLayoutEffect, useRef } from 'react';

/** Sizes of its letters that a sheet may have, as parts of their own. */
const sizes = [1, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.78, 0.74, 0.7];

/**
 * Sets what a sheet says as small as it must be to stand on one page: the PDF, whose first page it is, is set by other
 * fonts, so a line may break elsewhere here. The ref is the sheet's, which measures itself when `content` changes.
 */
export function useFit(content: unknown) {
  const sheet = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const fit = () => {
      const paper = sheet.current;
      if (!paper) return;
      for (const size of sizes) {
        paper.style.setProperty('--fit', String(size));
        if (paper.scrollHeight <= paper.clientHeight + 1) break;
      }
    };
    fit();
    // A font that comes later has other widths.
    void document.fonts?.ready.then(fit);
  }, [content]);
  return sheet;
}
