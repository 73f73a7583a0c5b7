import * as v from 'valibot';
import { isVisibleText, visibleTextError } from './visibleText.ts';

/** A trimmed text, which may be empty or have several lines. Converts CRLF, which forms send, to LF. */
export const messageText = (longest: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.replace(/\r\n?/g, '\n').trim()),
    v.maxLength(longest, `At most ${longest.toLocaleString('en-GB')} characters`),
    v.check((text) => text === '' || isVisibleText(text), visibleTextError),
  );
