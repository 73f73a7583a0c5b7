import * as v from 'valibot';
import { isLines, notVisible } from './visibleText.ts';

/** A text of several lines, trimmed, that may be empty. A form sends each line end as two characters: one is kept. */
export const messageText = (longest: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.replace(/\r\n?/g, '\n').trim()),
    v.maxLength(longest, `At most ${longest.toLocaleString('en-GB')} characters`),
    v.check((text) => text === '' || isLines(text), notVisible),
  );
