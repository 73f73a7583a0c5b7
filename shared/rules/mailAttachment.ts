/** Encoding adds a third, and many mailboxes accept at most 10 MB. */
export const maxAttachmentBytes = 7 * 1_048_576;

/** Larger documents are linked instead (rule 12.16). */
export const isAttached = (bytes: number): boolean => bytes <= maxAttachmentBytes;
