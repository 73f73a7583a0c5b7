/** Reasons why a mail's document failed, which only another upload can resolve. */
export const documentFileMissing = 'This document’s file is missing. Upload it again.';
export const documentWithdrawn = 'Its document was withdrawn.';

export const isDocumentFault = (reason: string | null) =>
  reason === documentFileMissing || reason === documentWithdrawn;
