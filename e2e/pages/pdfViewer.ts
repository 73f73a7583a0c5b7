import type { Page } from '@playwright/test';

/** Sets whether the browser claims to show PDFs, because the browser from npm does not, but others do. */
export const setPdfViewer = (page: Page, enabled: boolean) =>
  page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => value });
  }, enabled);
