/**
 * Text as people see it. What cannot be seen has no place in a name: a line break makes another line of a mail or a list,
 * a direction mark turns the words around it, and a blank of no width makes two names out of one.
 */
import * as v from 'valibot';

// Few texts have any of these, and a million orders pass here: only then they are looked at letter by letter.
const suspect =
  /[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]/;

// Persian and Indic names need the joiners, Japanese and Mongolian ones the variation selectors.
const joining = String.raw`\u200c\u200d\p{Variation_Selector}`;
const unseen = String.raw`(?![${joining}])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;

const notInOneLine = new RegExp(unseen, 'u');
const notInLines = new RegExp(String.raw`(?![\t\n\r])${unseen}`, 'u');
const onlyUnseen = new RegExp(String.raw`^[${joining}\s]*$`, 'u');

const isSeen = (text: string, unwanted: RegExp) =>
  !suspect.test(text) || (!unwanted.test(text) && !onlyUnseen.test(text));

/** Whether all of a text can be seen, in one line. */
export const isOneLine = (text: string) => isSeen(text, notInOneLine);

/** The same in any number of lines, with tabs. */
export const isLines = (text: string) => isSeen(text, notInLines);

export const notOneLine = 'Must be one line of visible text';
export const notVisible = 'Must be visible text';

/** Of a name that is typed: one line of it. */
export const oneLine = v.pipe(v.string(), v.check(isOneLine, notOneLine));

const blanks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const everyUnseen = new RegExp(unseen, 'gu');

/** What can be seen of a text, in one line: for what was stored before such text was refused. Empty when there is nothing. */
export function asOneLine(text: string): string {
  // A mark of byte order counts as a blank too, but parts nothing.
  const line = text.replaceAll('\ufeff', '').replace(blanks, ' ').replace(everyUnseen, '').trim();
  return onlyUnseen.test(line) ? '' : line;
}
