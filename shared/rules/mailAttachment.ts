/** The largest document that a mail takes along, in bytes: in the mail it is a third larger, and many mailboxes end at 10 MB. */
export const mostAttachedBytes = 7 * 1_048_576;

/** Whether a mail takes a document of so many bytes along (rules 12.16); a larger one is only linked. */
export const isAttached = (bytes: number): boolean => bytes <= mostAttachedBytes;
