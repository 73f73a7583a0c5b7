import { count } from 'shared/format/count';

/** When a mail goes that waits for so many seconds, as its asker is told. */
export const whenItGoes = (waitSeconds: number): string =>
  waitSeconds === 0
    ? 'The e-mail is on its way.'
    : `The e-mail goes in ${waitSeconds === 1 ? '1 second' : `${count(waitSeconds)} seconds`}.`;

/** Whole seconds until then, at least one while it waits; 0: it goes at once. */
export const secondsUntil = (dueAt: Date | null): number =>
  dueAt === null ? 0 : Math.max(1, Math.ceil((dueAt.getTime() - Date.now()) / 1_000));
