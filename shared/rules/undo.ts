/** So many actions of a member can be taken back, one after the other (rules 8.13). */
export const actionsKept = 20;

/**
 * Why an Undo was refused whose turn has not come (rules 8.14). Told from other refusals by it: once what came after is
 * taken back, in another tab perhaps, the same Undo works.
 */
export const laterFirst = 'Take back first what you did after it.';

/** One toast a mail: what becomes of it is told where Undo was offered. */
export const mailToast = (mailId: number) => `mail ${mailId}`;
