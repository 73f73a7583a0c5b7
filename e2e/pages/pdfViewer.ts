import type { Page } from '@playwright/test';

/** Sets whether the browser claims to show PDFs. Without this, the browser from npm claims that it does not. */
export const setPdfViewer = (page: Page, enabled: boolean) =>
  page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => value });
  }, enabled);
