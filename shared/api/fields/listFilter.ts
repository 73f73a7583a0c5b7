/** The filters of a list: its folder, the month of Future Order, a search. */
import * as v from 'valibot';
import { months } from '../../format/dates.ts';

/** Accepts any text, so that an unknown folder is refused with 404, as in the path of `list`, and not with 400. */
export const folderName = v.string('Folder name is required');
export const month = v.optional(v.picklist(months, 'Month must be Jan, Feb … Dec'));
/** Characters. */
export const maxSearchLength = 200;

export const searchVal = v.optional(
  v.pipe(
    v.string('Search text is required'),
    v.trim(),
    v.maxLength(maxSearchLength, `A search can have at most ${maxSearchLength} characters`),
    // Search ignores control characters, so a search for them alone would match the whole folder.
    v.check((text) => text === '' || /[^\p{Cc}\s]/u.test(text), 'Search text is required'),
  ),
  '',
);
