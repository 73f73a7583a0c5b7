/** Faults of a mail's document. Only another upload can fix them. */
export const documentFileMissing = 'This document’s file is missing. Upload it again.';
export const documentWithdrawn = 'Its document was withdrawn.';

export const isDocumentFault = (reason: string | null) =>
  reason === documentFileMissing || reason === documentWithdrawn;
