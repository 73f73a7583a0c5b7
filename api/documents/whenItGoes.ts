import { count } from 'shared/format/count';

/** When a mail goes that waits for so many seconds, as its asker is told. */
export const whenItGoes = (waitSeconds: number): string =>
  waitSeconds === 0
    ? 'The e-mail is on its way.'
    : `The e-mail goes in ${waitSeconds === 1 ? '1 second' : `${count(waitSeconds)} seconds`}.`;
