/** Why a mail failed through its document, and no other address would help: the remedy is another upload. */
export const fileMissing = 'The file of this document is missing. Upload it again.';
export const documentWithdrawn = 'Its document was withdrawn.';

export const isDocumentFault = (reason: string | null) => reason === fileMissing || reason === documentWithdrawn;
