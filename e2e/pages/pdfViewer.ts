import type { Page } from '@playwright/test';

/** Makes the browser say whether it shows PDFs: the one from npm does not, others do. */
export const setPdfViewer = (page: Page, enabled: boolean) =>
  page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => value });
  }, enabled);
