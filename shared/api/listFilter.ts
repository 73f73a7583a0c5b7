/** What narrows a list down: its folder, the month of Future Order, a search. */
import * as v from 'valibot';
import { months } from '../format/dates.ts';

/** An unknown one is 404, as in the list's path. */
export const folderName = v.string('Say which folder');
export const month = v.optional(v.picklist(months, 'A month is Jan, Feb … Dec'));
/** Of what is searched, in characters. */
export const longestSearch = 200;

export const searchVal = v.optional(
  v.pipe(
    v.string('Say what to search'),
    v.trim(),
    v.maxLength(longestSearch, `A search has at most ${longestSearch} characters`),
    // Searches leave out what nobody types. Nothing would be left, and nothing means the whole folder.
    v.check((text) => text === '' || /[^\p{Cc}\s]/u.test(text), 'Say what to search'),
  ),
  '',
);
